package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Several copies of the data. A session stays with one replica, where its transactions run one at a
 * time; their writes reach each other replica as a whole, some commits later. Where two
 * transactions wrote a key, every replica keeps the one that committed later, so replicas agree in
 * the end.
 *
 * <p>A transaction sees a set of whole transactions, those of its session among them, and reads the
 * latest of each key: read atomic, with the order of commits as commit order. Delays are drawn
 * independently, so a replica may have a transaction and lack one that it depends on. The causal
 * store prevents that by a rule on delays: a transaction arrives nowhere before anything that its
 * replica had seen when it ran.
 */
final class ReplicatedStore implements Store {
  private static final int MOST_REPLICAS = 5;

  private final int replicas;
  private final boolean causal;
  private final SplitMix random;
  private int commits;

  // Per replica and key: the value, and the number of the commit that wrote it.
  private final long[][] values;
  private final int[][] committedBy;

  /** Delays are 1..longestDelay commits. */
  private final int longestDelay;

  /**
   * The latest arrival at the second replica of anything that the first has seen, as a number of
   * commits.
   */
  private final int[][] latestArrival;

  /**
   * Transactions under way, by the number of their commit modulo the length. A slot is free again
   * when it is needed, because the length exceeds every delay.
   */
  private final Message[] messages;

  /** Per replica: the transactions that arrive at a number of commits, modulo the length. */
  private final IntArrayList[][] arrivals;

  ReplicatedStore(WorkloadSpec spec, boolean causal) {
    this.replicas = Math.min(spec.sessions(), MOST_REPLICAS);
    this.causal = causal;
    this.random = new SplitMix(~spec.seed());
    this.values = new long[replicas][spec.mostKeys()];
    this.committedBy = new int[replicas][spec.mostKeys()];
    this.longestDelay = Math.min(1000, 8 * spec.sessions());
    this.latestArrival = new int[replicas][replicas];
    this.messages = new Message[longestDelay + 1];
    this.arrivals = new IntArrayList[replicas][longestDelay + 1];
    for (int i = 0; i <= longestDelay; i++) {
      messages[i] = new Message(new IntArrayList(), new LongArrayList(), new int[replicas]);
      for (int replica = 0; replica < replicas; replica++) {
        arrivals[replica][i] = new IntArrayList();
      }
    }
  }

  /**
   * @param arrival when it arrives at each replica, as a number of commits
   */
  private record Message(IntArrayList keys, LongArrayList values, int[] arrival) {}

  @Override
  public boolean overlaps() {
    return false;
  }

  @Override
  public void begin(int session) {}

  @Override
  public long read(int session, int key) {
    return values[session % replicas][key];
  }

  @Override
  public boolean commit(int session, Int2LongOpenHashMap writes) {
    commits++;
    if (!writes.isEmpty()) {
      send(session % replicas, writes);
    }
    deliver();
    return true;
  }

  private void send(int origin, Int2LongOpenHashMap writes) {
    Message message = messages[commits % messages.length];
    message.keys().clear();
    message.values().clear();
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
      message.keys().add(write.getIntKey());
      message.values().add(write.getLongValue());
    }
    apply(origin, commits, message);
    for (int replica = 0; replica < replicas; replica++) {
      if (replica == origin) {
        message.arrival()[replica] = commits;
        continue;
      }
      int arrival = commits + 1 + random.below(1 + random.below(longestDelay));
      if (causal) {
        arrival = Math.max(arrival, latestArrival[origin][replica]);
        latestArrival[origin][replica] = arrival;
      }
      message.arrival()[replica] = arrival;
      arrivals[replica][arrival % messages.length].add(commits);
    }
  }

  private void deliver() {
    for (int replica = 0; replica < replicas; replica++) {
      IntArrayList arriving = arrivals[replica][commits % messages.length];
      for (int i = 0; i < arriving.size(); i++) {
        int commit = arriving.getInt(i);
        Message message = messages[commit % messages.length];
        apply(replica, commit, message);
        for (int other = 0; other < replicas; other++) {
          latestArrival[replica][other] =
              Math.max(latestArrival[replica][other], message.arrival()[other]);
        }
      }
      arriving.clear();
    }
  }

  private void apply(int replica, int commit, Message message) {
    for (int i = 0; i < message.keys().size(); i++) {
      int key = message.keys().getInt(i);
      if (commit > committedBy[replica][key]) {
        committedBy[replica][key] = commit;
        values[replica][key] = message.values().getLong(i);
      }
    }
  }
}
