/** etcd: a server of ours or of the user, and transactions over its keys. */
package dev.isogauge.collect.etcd;
