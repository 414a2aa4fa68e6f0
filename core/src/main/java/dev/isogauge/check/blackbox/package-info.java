/**
 * Strong levels of histories whose order of versions is not known, or only in part: a {@link
 * dev.isogauge.check.blackbox.Polygraph} of what is known and what is open, propagation of what
 * follows ({@link dev.isogauge.check.blackbox.Pruning}, which states the invariants), and a search
 * for the rest.
 */
package dev.isogauge.check.blackbox;
