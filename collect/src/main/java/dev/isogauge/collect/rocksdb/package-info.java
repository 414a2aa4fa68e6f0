/** RocksDB, with locks or optimistic; what needs its jar is in {@code engine}. */
package dev.isogauge.collect.rocksdb;
