/** Cassandra: transactions made of versions and lightweight transactions on one partition. */
package dev.isogauge.node.cassandra;
