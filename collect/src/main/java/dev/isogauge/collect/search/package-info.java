/**
 * Search for schedules that break what a level claims: all small ones up to symmetry, and samples
 * of larger ones, run on a database and judged by the checkers.
 */
package dev.isogauge.collect.search;
