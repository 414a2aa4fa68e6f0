/** Firebird: a server from packages, its levels, claims, SQL and errors. */
package dev.isogauge.collect.firebird;
