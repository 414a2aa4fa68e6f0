/**
 * Weak levels and session guarantees by saturation; a search where values repeat, and for prefix
 * consistency and parallel snapshot isolation.
 */
package dev.isogauge.check.weak;
