/**
 * The command {@code search}: its options, and what it prints of the schedules that break a claim.
 */
package dev.isogauge.app.search;
