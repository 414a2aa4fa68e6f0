/**
 * Litmus tests: scripted schedules over several sessions, run step by step on a database, recorded,
 * and judged by the checkers.
 */
package dev.isogauge.collect.litmus;
