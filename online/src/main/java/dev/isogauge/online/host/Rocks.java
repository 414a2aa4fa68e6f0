package dev.isogauge.online.host;

import java.io.IOException;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.StringAppendOperator;
import org.rocksdb.util.Environment;

/** What every store of RocksDB needs. */
final class Rocks {
  /** Of RocksDB, which tells it only once its library is loaded. */
  static final String VERSION = "10.4.2";

  private static final long LEAST_BYTES = 64 << 10;
  private static final int BITS_A_KEY = 10;
  private static final int OPEN_FILES = 128;

  /** The part of a cache that filters and indexes may take before other blocks leave. */
  private static final double KEPT_FIRST = 0.8;

  /** Far more is appended than read back: compaction costs more than looking into more files. */
  private static final int FILES_BEFORE_COMPACTION = 12;

  private Rocks() {}

  /** Fails at once, not when there is something to write, if RocksDB is not for this platform. */
  static void requireLibrary() throws IOException {
    if (Rocks.class.getResource("/" + libraryName()) == null) {
      loadLibrary();
    }
  }

  private static String libraryName() {
    try {
      return Environment.getJniLibraryFileName("rocksdb");
    } catch (UnsupportedOperationException e) {
      return "a library for it";
    }
  }

  static void loadLibrary() throws IOException {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | LinkageError e) {
      boolean isPacked = Rocks.class.getResource("/" + libraryName()) != null;
      throw new IOException(
          isPacked
              ? "RocksDB's library cannot be unpacked to "
                  + System.getProperty("java.io.tmpdir")
                  + " and loaded: "
                  + e.getMessage()
              : "this Isogauge has no RocksDB for "
                  + System.getProperty("os.name")
                  + " "
                  + System.getProperty("os.arch")
                  + "; take "
                  + libraryName()
                  + " out of the jar org.rocksdb:rocksdbjni:"
                  + VERSION
                  + ", and name its directory by ISOGAUGE_JAVA_OPTS=-Djava.library.path=DIR",
          e);
    }
  }

  /** Has a part closed after the database. */
  static <T extends AutoCloseable> T add(List<AutoCloseable> parts, T part) {
    parts.add(part);
    return part;
  }

  /** Of a database whose write buffers take so many bytes. */
  static DBOptions database(long bufferBytes, List<AutoCloseable> parts) {
    return add(parts, new DBOptions())
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setDbWriteBufferSize(Math.max(LEAST_BYTES, bufferBytes))
        .setMaxOpenFiles(OPEN_FILES)
        .setAvoidFlushDuringShutdown(true)
        .setInfoLogLevel(InfoLogLevel.FATAL_LEVEL)
        .setKeepLogFileNum(1)
        .setStatsDumpPeriodSec(0);
  }

  /** Of column families with a cache for all of them, and write buffers of half its size each. */
  static ColumnFamilyOptions families(long cacheBytes, List<AutoCloseable> parts) {
    long share = Math.max(LEAST_BYTES, cacheBytes);
    // Few shards: each must hold some blocks.
    // Filters and indexes first: a key that is not in memory asks those of many files.
    Cache cache = add(parts, new LRUCache(share, share < 1 << 20 ? 0 : 2, false, KEPT_FIRST));
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            // In small parts: an index of many strings as a whole drives everything else out.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setPinTopLevelIndexAndFilter(true)
            .setFilterPolicy(add(parts, new BloomFilter(BITS_A_KEY)));
    return add(parts, new ColumnFamilyOptions())
        .setTableFormatConfig(tables)
        .setMergeOperator(add(parts, new StringAppendOperator("")))
        .setWriteBufferSize(Math.max(LEAST_BYTES, share / 2))
        .setLevel0FileNumCompactionTrigger(FILES_BEFORE_COMPACTION)
        // What was just written is soon written again.
        .setCompressionPerLevel(
            List.of(CompressionType.NO_COMPRESSION, CompressionType.LZ4_COMPRESSION));
  }

  /** Something that RocksDB refuses while it is behind with its own writes. */
  interface Request {
    void run() throws RocksDBException;
  }

  /**
   * Waits outside of RocksDB until it takes a request: inside, a write that waits on a full disk
   * keeps it from recovering when there is room again, and cannot be stopped.
   */
  static void untilTaken(Request request, DiskSpace space) throws IOException {
    boolean isTaken = false;
    while (!isTaken) {
      try {
        request.run();
        isTaken = true;
      } catch (RocksDBException e) {
        Status.Code code = e.getStatus() == null ? null : e.getStatus().getCode();
        if (code != Status.Code.Incomplete && code != Status.Code.TryAgain) {
          throw failure(e);
        }
        pause(space);
      }
    }
  }

  static void pause(DiskSpace space) throws IOException {
    if (space.isShort()) {
      throw new IOException("No space left on device: state on disk");
    }
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while writing state", e);
    }
  }

  static IOException failure(RocksDBException e) {
    boolean isFull = e.getStatus() != null && e.getStatus().getSubCode() == Status.SubCode.NoSpace;
    return new IOException(
        (isFull ? "No space left on device: " : "") + "state on disk: " + e.getMessage(), e);
  }

  static void closeAll(List<? extends AutoCloseable> parts) {
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
