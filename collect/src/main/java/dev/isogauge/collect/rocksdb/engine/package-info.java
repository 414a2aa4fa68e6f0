/**
 * RocksDB itself. The classes of this package are loaded together with RocksDB's, by a class loader
 * of their own; no class of another package names them.
 */
package dev.isogauge.collect.rocksdb.engine;
