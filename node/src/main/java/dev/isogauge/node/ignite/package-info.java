/** Apache Ignite: transactions over its cache of keys and values, pessimistic and optimistic. */
package dev.isogauge.node.ignite;
