/** HSQLDB in its three transaction models: levels, claims, SQL and errors. */
package dev.isogauge.collect.hsqldb;
