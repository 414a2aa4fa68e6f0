package dev.isogauge.generate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What keys hold and transactions do. */
public enum DataModel {
  /** Keys hold a value; operations read and overwrite it. */
  REGISTER("register"),
  /**
   * Keys hold a value; a transaction only reads, only writes, or reads each key before it writes
   * it.
   */
  GENERAL("general"),
  /** Keys hold a list that starts empty; operations read all of it and append to it. */
  LIST_APPEND("list-append"),
  /**
   * Keys hold a value; transactions have one to four operations on at most two keys, and read each
   * key before they write it: mini-transactions, whose reads show the order of versions.
   */
  MINI_TRANSACTION("mini"),
  /**
   * Keys hold a value, nil at first; a transaction is one compare-and-set, a read and then a write
   * of one key, or one that failed, which is a read. The first that succeeds inserts the value.
   */
  LIGHTWEIGHT_TRANSACTION("lwt"),
  /**
   * Keys hold rows of one relation, none at first; operations read, write and delete single rows,
   * or those that match a condition, and compute aggregates.
   */
  PREDICATE("predicate"),
  /**
   * Keys hold rows of one relation, none at first; operations read, update, increment, insert and
   * delete single rows: the mix of Emme's paper.
   */
  ITEMS("items"),
  /** TPC-C's five transactions. */
  TPC_C("tpcc"),
  /** RUBiS, an auction site, a row a key. */
  RUBIS("rubis"),
  /** A small Twitter: follow, tweet and timeline, a row a key. */
  TWITTER("twitter");

  private final String id;

  DataModel(String id) {
    this.id = id;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  /**
   * The number of writes after which a key should retire; 0 for keys that stay. A read shows all of
   * a list, so histories of lists that stay grow with the square of their length.
   */
  public int writesPerKey() {
    return this == LIST_APPEND ? 32 : 0;
  }

  /** Whether transactions have shapes of their own, which the number of operations does not set. */
  boolean hasShapes() {
    return this == MINI_TRANSACTION || this == LIGHTWEIGHT_TRANSACTION || isApplication();
  }

  /** Whether it is an application that many know, whose size is its scale. */
  public boolean isApplication() {
    return this == TPC_C || this == RUBIS || this == TWITTER;
  }

  /** Whether transactions write keys for what they have read of them. */
  boolean readsBeforeWriting() {
    return hasShapes() || holdsRows();
  }

  /** Whether keys hold rows, which can be deleted. */
  boolean holdsRows() {
    return this == PREDICATE || this == ITEMS;
  }

  public static Optional<DataModel> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(model -> model.id.equals(wanted)).findFirst();
  }
}
