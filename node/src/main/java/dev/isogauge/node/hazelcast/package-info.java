/** Hazelcast: transactions over a map of it. */
package dev.isogauge.node.hazelcast;
