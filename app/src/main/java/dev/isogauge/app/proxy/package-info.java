/** The command {@code proxy}: stands between clients and PostgreSQL, and records what passes. */
package dev.isogauge.app.proxy;
