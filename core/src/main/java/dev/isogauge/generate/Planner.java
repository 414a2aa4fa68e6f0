package dev.isogauge.generate;

/**
 * Draws what transactions do, as the workload says. Not for several threads; what they share is.
 */
public final class Planner {
  private static final String[] FAILED_SWAP = {"x"};
  private static final String[] SWAP = {"xX"};

  /** How often a second key is drawn that shall differ from the first. */
  private static final int MOST_KEYS_TRIED = 20;

  private final TransactionMix mix;
  private final SplitMix random;
  private final KeySampler sampler;
  private final WorkloadState state;
  private final KeyPool pool;

  /**
   * A planner.
   *
   * @param state what the planners of a run share
   */
  public Planner(TransactionMix mix, SplitMix random, WorkloadState state) {
    this.mix = mix;
    this.random = random;
    this.state = state;
    this.pool = state.pool();
    this.sampler = new KeySampler(mix.distribution(), mix.keys());
  }

  /** Draws a transaction in place of what the plan holds. */
  public void draw(TransactionPlan plan) {
    plan.clear();
    plan.willAbort = random.fraction() < mix.abortRatio();
    switch (mix.model()) {
      case REGISTER, LIST_APPEND, PREDICATE, ITEMS -> drawOperations(plan);
      case GENERAL -> drawKind(plan);
      case MINI_TRANSACTION -> drawShape(plan, drawWrite() ? MiniShapes.UPDATES : MiniShapes.READS);
      case LIGHTWEIGHT_TRANSACTION -> drawShape(plan, drawWrite() ? SWAP : FAILED_SWAP);
      case TPC_C, RUBIS, TWITTER ->
          state.application().orElseThrow().draw(plan, random, mix.readRatio() == 1);
    }
  }

  private int drawLength() {
    int least = mix.leastOperations();
    return least + random.below(mix.mostOperations() - least + 1);
  }

  private void drawOperations(TransactionPlan plan) {
    int length = drawLength();
    for (int i = 0; i < length; i++) {
      double share = random.fraction();
      int place = sampler.draw(random);
      boolean isRead = share < mix.readRatio();
      if (!isRead && share < mix.readRatio() + mix.readModifyWriteRatio()) {
        plan.add(false, pool.at(place));
      }
      add(plan, !isRead, place);
      if (mix.model().holdsRows()) {
        plan.detail(random.next());
      }
    }
  }

  /** Only reads, only writes, or reads and writes of the same keys in turn. */
  private void drawKind(TransactionPlan plan) {
    int length = drawLength();
    double share = random.fraction();
    boolean isRead = share < mix.readRatio();
    boolean readsFirst = !isRead && share < mix.readRatio() + mix.readModifyWriteRatio();
    for (int i = 0; i < length; i += readsFirst ? 2 : 1) {
      int place = sampler.draw(random);
      if (readsFirst) {
        plan.add(false, pool.at(place));
      }
      add(plan, !isRead, place);
    }
  }

  private void drawShape(TransactionPlan plan, String[] shapes) {
    String shape = shapes[shapes.length == 1 ? 0 : random.below(shapes.length)];
    int x = sampler.draw(random);
    int y = shape.indexOf('y') >= 0 ? drawOther(x) : x;
    // A key that retires in between is replaced in the next transaction.
    int keyX = pool.at(x);
    int keyY = pool.at(y);
    for (int i = 0; i < shape.length(); i++) {
      char operation = shape.charAt(i);
      boolean isX = operation == 'x' || operation == 'X';
      boolean isWrite = Character.isUpperCase(operation);
      plan.add(isWrite, isX ? keyX : keyY);
      if (isWrite && !plan.willAbort) {
        pool.countWrite(isX ? x : y);
      }
    }
  }

  /** A place other than this one, unless there is no other. */
  private int drawOther(int place) {
    for (int tried = 0; tried < MOST_KEYS_TRIED; tried++) {
      int other = sampler.draw(random);
      if (other != place) {
        return other;
      }
    }
    return mix.keys() == 1 ? place : (place + 1 + random.below(mix.keys() - 1)) % mix.keys();
  }

  private boolean drawWrite() {
    return random.fraction() >= mix.readRatio();
  }

  private void add(TransactionPlan plan, boolean isWrite, int place) {
    plan.add(isWrite, pool.at(place));
    if (isWrite && !plan.willAbort) {
      pool.countWrite(place);
    }
  }

  /** Another key. */
  int drawKey() {
    return pool.at(sampler.draw(random));
  }
}
