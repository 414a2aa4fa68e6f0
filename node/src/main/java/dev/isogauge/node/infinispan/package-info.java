/** Infinispan: transactional caches, in three modes. */
package dev.isogauge.node.infinispan;
