/**
 * The entry point of checking, and the plan of which checker answers a question. Checkers are in
 * the packages below and know neither it nor one another.
 */
package dev.isogauge.check;
