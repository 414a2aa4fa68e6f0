/** Prefix consistency and parallel snapshot isolation, by a search for an order of commits. */
package dev.isogauge.check.replica;
