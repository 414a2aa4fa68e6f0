package dev.isogauge.generate;

/** Counters that everybody increments: ten for each unit of scale. */
final class Counters extends Application {
  private final int counters;

  Counters(int scale) {
    super(10 * scale);
    this.counters = 10 * scale;
  }

  @Override
  int mostInserts() {
    return 0;
  }

  @Override
  void drawTransaction(TransactionPlan plan, SplitMix random, boolean readsOnly) {
    int counter = random.below(counters);
    if (readsOnly) {
      plan.named("look");
      read(plan, counter);
    } else {
      plan.named("count");
      update(plan, counter);
    }
  }

  @Override
  String fixedName(int key) {
    return "counter/" + key;
  }
}
