package dev.isogauge.online.kernel;

/** What shards have counted, added up. */
public final class KernelCounts {
  private final long[] flipFlopsPerRead = new long[4];
  private final long[] rectifiedWithin = new long[5];
  private long keys;
  private long pending;
  private long flipFlops;
  private long late;
  private long unjudged;
  private long reloads;

  /** Nothing yet. */
  public KernelCounts() {}

  void add(ShardContext shard, long shardReloads) {
    keys += shard.keys.sum();
    pending += shard.verdicts.pendingViolations();
    flipFlops += shard.verdicts.flipFlops();
    shard.verdicts.addFlipClasses(flipFlopsPerRead);
    shard.verdicts.addTimeClasses(rectifiedWithin);
    late += shard.late.sum();
    unjudged += shard.unjudged.sum();
    reloads += shardReloads;
  }

  /** Keys of which nothing was known when they came. */
  public long keys() {
    return keys;
  }

  /** Provisional violations. */
  public long pending() {
    return pending;
  }

  /** Changes of provisional verdicts. */
  public long flipFlops() {
    return flipFlops;
  }

  /** How many reads changed 1, 2, 3 and more times. */
  public long[] flipFlopsPerRead() {
    return flipFlopsPerRead.clone();
  }

  /** How many violations were put right within 1, 10, 100, 1000 ms and later. */
  public long[] rectifiedWithin() {
    return rectifiedWithin.clone();
  }

  /** Transactions that came after verdicts that they change were final. */
  public long late() {
    return late;
  }

  /** Parts of transactions that could not be judged. */
  public long unjudged() {
    return unjudged;
  }

  /** How often a block was read back. */
  public long reloads() {
    return reloads;
  }
}
