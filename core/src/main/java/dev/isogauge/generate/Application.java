package dev.isogauge.generate;

/**
 * An application that many know, as transactions on keys: a row is a key, a row that is changed is
 * read and then written, and a row that is deleted is overwritten. It remembers what was planned,
 * such as the orders that wait for delivery, so that transactions depend on one another as the
 * application's do; whether they committed is another matter. Any thread may ask.
 */
abstract sealed class Application permits TpcC, Rubis, Twitter {
  private final int fixedKeys;
  private int nextKey;

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

  /** Inserts a row and returns its key. */
  final int insert(TransactionPlan plan) {
    plan.add(true, nextKey);
    return nextKey++;
  }
}
