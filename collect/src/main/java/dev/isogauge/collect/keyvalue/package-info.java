/** Stores of keys and values as databases: what etcd and RocksDB share. */
package dev.isogauge.collect.keyvalue;
