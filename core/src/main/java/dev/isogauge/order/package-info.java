/**
 * Orders of transactions that checkers, explanations and shrinking share: sessions, real time, and
 * the order that a database claims.
 */
package dev.isogauge.order;
