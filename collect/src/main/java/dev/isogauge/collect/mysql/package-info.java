/** MySQL, MariaDB, Galera, Group Replication and TiDB: servers, levels, claims, SQL and errors. */
package dev.isogauge.collect.mysql;
