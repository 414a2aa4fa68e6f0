/**
 * Databases over JDBC: connections, sessions and tables; a {@code Dialect} has what differs between
 * systems.
 */
package dev.isogauge.collect.sql;
