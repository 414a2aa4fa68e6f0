/** SQLite: its level, claims, SQL and errors. */
package dev.isogauge.collect.sqlite;
