/** Derby: its levels, claims, SQL and errors. */
package dev.isogauge.collect.derby;
