/** Any database that the user brings a JDBC driver for, with plain SQL only. */
package dev.isogauge.collect.other;
