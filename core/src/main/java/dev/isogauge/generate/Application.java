package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * An application that many know, as transactions on keys: a row, or columns of one, is a key; what
 * is changed is read and then written, and a row that is deleted is overwritten. It remembers what
 * was planned, such as the orders that wait for delivery, so that transactions depend on one
 * another as the application's do; whether they committed is another matter. Any thread may ask.
 */
abstract sealed class Application permits TpcC, Rubis, Twitter {
  private final int fixedKeys;
  private int nextKey;

  /** By key that was inserted: the number of its columns. */
  private final IntArrayList columnsOf = new IntArrayList();

  private final List<Columns> columns = new ArrayList<>();

  /**
   * Columns of a table that are one key.
   *
   * @param name such as {@code order_line.delivery}, or the table
   * @param place of its key among those of its row
   */
  private record Columns(String name, int place) {}

  /**
   * An application.
   *
   * @param fixedKeys how many rows there are from the beginning; they have the first keys
   */
  Application(int fixedKeys) {
    this.fixedKeys = fixedKeys;
    this.nextKey = fixedKeys;
  }

  /** The application of a model that is one. */
  static Application of(DataModel model, int scale) {
    return switch (model) {
      case TPC_C -> new TpcC(scale);
      case RUBIS -> new Rubis(scale);
      case TWITTER -> new Twitter(scale);
      default -> throw new IllegalArgumentException(model.id());
    };
  }

  final int fixedKeys() {
    return fixedKeys;
  }

  /** The most rows that a transaction inserts. */
  abstract int mostInserts();

  /**
   * Plans the next transaction.
   *
   * @param readsOnly whether it may not write
   */
  final synchronized void draw(TransactionPlan plan, SplitMix random, boolean readsOnly) {
    drawTransaction(plan, random, readsOnly);
  }

  abstract void drawTransaction(TransactionPlan plan, SplitMix random, boolean readsOnly);

  static void read(TransactionPlan plan, int key) {
    plan.add(false, key);
  }

  static void update(TransactionPlan plan, int key) {
    plan.add(false, key);
    plan.add(true, key);
  }

  /** Inserts a row and returns its key, the first one if it has several. */
  final int insert(TransactionPlan plan, String... names) {
    int first = nextKey;
    for (int place = 0; place < names.length; place++) {
      Columns inserted = new Columns(names[place], place);
      if (!columns.contains(inserted)) {
        columns.add(inserted);
      }
      columnsOf.add(columns.indexOf(inserted));
      plan.add(true, nextKey++);
    }
    return first;
  }

  /** Whether a key is there from the beginning. */
  final boolean isFixed(long key) {
    return key < fixedKeys;
  }

  /**
   * What a key is called: {@code stock/7}, or {@code district.ytd/3} if it stands for columns of a
   * row; its number if it is none of the application's.
   */
  final String name(long key) {
    if (isFixed(key)) {
      return fixedName((int) key);
    } else if (key >= nextKey) {
      return Long.toString(key);
    }
    Columns inserted = columns.get(columnsOf.getInt((int) key - fixedKeys));
    return inserted.name() + "/" + (key - inserted.place());
  }

  /** The name of a key that there is from the beginning. */
  abstract String fixedName(int key);
}
