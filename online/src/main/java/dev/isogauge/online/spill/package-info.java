/**
 * Histories that do not fit into memory, checked by their timestamps. A {@link
 * dev.isogauge.online.spill.Screen} replays a history in the order of its timestamps and finds the
 * {@link dev.isogauge.online.spill.Suspects}: keys and sessions where something may be wrong. A
 * {@link dev.isogauge.online.spill.SpillingChecker} judges these, or all of a history that cannot
 * be screened.
 */
package dev.isogauge.online.spill;
