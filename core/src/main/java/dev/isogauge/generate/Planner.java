package dev.isogauge.generate;

/** Draws what transactions do, as the workload says. */
final class Planner {
  private final WorkloadSpec spec;
  private final SplitMix random;
  private final KeySampler sampler;

  Planner(WorkloadSpec spec, SplitMix random) {
    this.spec = spec;
    this.random = random;
    this.sampler = new KeySampler(spec.distribution(), spec.keys());
  }

  boolean drawAbort() {
    return random.fraction() < spec.abortRatio();
  }

  int drawLength() {
    int least = spec.leastOperations();
    return least + random.below(spec.mostOperations() - least + 1);
  }

  boolean drawWrite() {
    return random.fraction() >= spec.readRatio();
  }

  int drawKey() {
    return sampler.draw(random);
  }
}
