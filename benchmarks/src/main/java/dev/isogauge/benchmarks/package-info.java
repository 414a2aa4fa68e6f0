/**
 * Measures Isogauge, and other checkers beside it, on generated inputs. Part of no release and of
 * no test.
 */
package dev.isogauge.benchmarks;
