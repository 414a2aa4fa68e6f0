/** ZooKeeper: transactions made of versions and its atomic request. */
package dev.isogauge.node.zookeeper;
