/** Serializability in the order of transactions that the database claims, by running it again. */
package dev.isogauge.check.replay;
