package dev.isogauge.generate;

/** Draws what transactions do, as the workload says. */
final class Planner {
  /** Shapes of mini-transactions: letters are reads of the keys x and y, capitals writes. */
  private static final String[] MINI_READS = {"xy"};

  private static final String[] MINI_UPDATES = {"xX", "xyX", "xXy", "xXyY", "xyXY"};
  private static final String[] FAILED_SWAP = {"x"};
  private static final String[] SWAP = {"xX"};

  /** How often a second key is drawn that shall differ from the first. */
  private static final int MOST_KEYS_TRIED = 20;

  private final WorkloadSpec spec;
  private final SplitMix random;
  private final KeySampler sampler;

  // Keys in use by their place in the distribution, and how many writes of each were planned.
  private final int[] keyAt;
  private final int[] plannedWrites;
  private int nextKey;

  Planner(WorkloadSpec spec, SplitMix random) {
    this.spec = spec;
    this.random = random;
    this.sampler = new KeySampler(spec.distribution(), spec.keys());
    this.keyAt = new int[spec.keys()];
    this.plannedWrites = new int[spec.keysRetire() ? spec.keys() : 0];
    while (nextKey < keyAt.length) {
      keyAt[nextKey] = nextKey++;
    }
  }

  void draw(TransactionPlan plan) {
    plan.clear();
    plan.willAbort = random.fraction() < spec.abortRatio();
    switch (spec.model()) {
      case REGISTER, LIST_APPEND, PREDICATE -> drawOperations(plan);
      case MINI_TRANSACTION -> drawShape(plan, drawWrite() ? MINI_UPDATES : MINI_READS);
      case LIGHTWEIGHT_TRANSACTION -> drawShape(plan, drawWrite() ? SWAP : FAILED_SWAP);
    }
  }

  private void drawOperations(TransactionPlan plan) {
    int least = spec.leastOperations();
    int length = least + random.below(spec.mostOperations() - least + 1);
    for (int i = 0; i < length; i++) {
      double share = random.fraction();
      int place = sampler.draw(random);
      boolean isRead = share < spec.readRatio();
      if (!isRead && share < spec.readRatio() + spec.readModifyWriteRatio()) {
        plan.add(false, keyAt[place]);
      }
      add(plan, !isRead, place);
      if (spec.model() == DataModel.PREDICATE) {
        plan.detail(random.next());
      }
    }
  }

  private void drawShape(TransactionPlan plan, String[] shapes) {
    String shape = shapes[shapes.length == 1 ? 0 : random.below(shapes.length)];
    int x = sampler.draw(random);
    int y = x;
    for (int tried = 0; shape.indexOf('y') >= 0 && y == x && tried < MOST_KEYS_TRIED; tried++) {
      y = sampler.draw(random);
    }
    // A key that retires in between is replaced in the next transaction.
    int keyX = keyAt[x];
    int keyY = keyAt[y];
    for (int i = 0; i < shape.length(); i++) {
      char operation = shape.charAt(i);
      boolean isX = operation == 'x' || operation == 'X';
      boolean isWrite = Character.isUpperCase(operation);
      plan.add(isWrite, isX ? keyX : keyY);
      if (isWrite && !plan.willAbort) {
        countWrite(isX ? x : y);
      }
    }
  }

  private boolean drawWrite() {
    return random.fraction() >= spec.readRatio();
  }

  private void add(TransactionPlan plan, boolean isWrite, int place) {
    plan.add(isWrite, keyAt[place]);
    if (isWrite && !plan.willAbort) {
      countWrite(place);
    }
  }

  /** Puts a new key in the place of one that has had its writes. */
  private void countWrite(int place) {
    if (spec.keysRetire() && ++plannedWrites[place] == spec.writesPerKey()) {
      plannedWrites[place] = 0;
      keyAt[place] = nextKey++;
    }
  }

  /** Another key. */
  int drawKey() {
    return keyAt[sampler.draw(random)];
  }
}
