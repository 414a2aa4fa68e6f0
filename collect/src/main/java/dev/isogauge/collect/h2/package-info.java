/** H2: its levels, claims, SQL and errors. */
package dev.isogauge.collect.h2;
