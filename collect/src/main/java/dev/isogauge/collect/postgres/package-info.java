/** PostgreSQL and what speaks its protocol: servers, standbys, levels, claims, SQL and errors. */
package dev.isogauge.collect.postgres;
