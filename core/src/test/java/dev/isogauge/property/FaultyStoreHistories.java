package dev.isogauge.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs of a store that shows old versions and rolled-back writes now and then, in Isogauge text, of
 * every kind that has a checker of its own. Each has several violations, mostly, so that what is
 * named and counted is a choice. One seed makes one history.
 */
final class FaultyStoreHistories {
  /** What transactions are made of, and what is recorded about them. */
  enum Kind {
    /** Each value is written once. */
    REGISTERS,
    /** Values repeat. */
    FEW_VALUES,
    /** Each write follows a read of its key. */
    MINI,
    LISTS,
    /** Lists beside registers. */
    MIXED,
    /** Registers with start and commit timestamps. */
    TIMESTAMPS,
    /** Lists with timestamps. */
    TIMED_LISTS,
    /** Registers with orders of versions. */
    CERTIFICATE,
    /** Registers in a claimed serial order. */
    SERIAL,
    /** One read, write or compare-and-set a transaction. */
    SINGLE
  }

  private final Random random;
  private final Kind kind;
  private final int keys;
  private final int faults;
  private final boolean times;
  private final List<List<String>> states = new ArrayList<>();
  private final List<List<String>> versions = new ArrayList<>();
  private int fresh = 1;

  private FaultyStoreHistories(Kind kind, long seed) {
    this.random = new Random(seed);
    this.kind = kind;
    this.keys = 1 + random.nextInt(4);
    this.faults = 2 + random.nextInt(12);
    this.times = kind == Kind.SINGLE || random.nextInt(3) == 0;
    List<String> initial = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      initial.add(isList(key) ? "[]" : "nil");
      versions.add(new ArrayList<>());
    }
    states.add(initial);
  }

  static String make(Kind kind, long seed, int mostTransactions) {
    return new FaultyStoreHistories(kind, seed).make(mostTransactions);
  }

  private String make(int mostTransactions) {
    int sessions = 2 + random.nextInt(4);
    List<String> lines = new ArrayList<>();
    for (int t = 2 + random.nextInt(mostTransactions - 1); t > 0; t--) {
      lines.add("s%d T%d:%s".formatted(random.nextInt(sessions), t, transaction(lines.size(), t)));
    }
    if (kind == Kind.CERTIFICATE) {
      for (int key = 0; key < keys; key++) {
        if (!versions.get(key).isEmpty()) {
          lines.add("order k%d: %s".formatted(key, String.join(" ", versions.get(key))));
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private boolean isList(int key) {
    return switch (kind) {
      case LISTS, TIMED_LISTS -> true;
      case MIXED -> key % 2 == 0;
      default -> false;
    };
  }

  private boolean isFault() {
    return random.nextInt(faults) == 0;
  }

  private String transaction(int place, int name) {
    StringBuilder line = new StringBuilder();
    int dice = random.nextInt(20);
    line.append(dice == 0 ? " aborted" : dice == 1 ? " indeterminate" : "");
    boolean applied = dice > 1 || isFault();
    if (kind == Kind.TIMESTAMPS || kind == Kind.TIMED_LISTS) {
      int start = 10 * place - random.nextInt(2) * random.nextInt(15);
      line.append(" [ts %d..%d]".formatted(start, 10 * place + random.nextInt(8)));
    }
    if (times) {
      line.append(" [rt %d..%d]".formatted(10 * place - random.nextInt(25), 10 * place));
    }
    if (kind == Kind.SERIAL) {
      line.append(" [serial %d]".formatted(place));
    }
    List<String> after = new ArrayList<>(states.get(states.size() - 1));
    List<String> seen = snapshot();
    boolean single = kind == Kind.SINGLE;
    for (int i = single ? 1 : 1 + random.nextInt(4); i > 0; i--) {
      int key = random.nextInt(keys);
      boolean reads = random.nextBoolean();
      if (reads || kind == Kind.MINI || (single && random.nextInt(3) == 0)) {
        line.append(" r(k%d,%s)".formatted(key, seen.get(key)));
      }
      if (!reads) {
        write(line, key, seen, after);
        if (applied) {
          noteVersion(key, after.get(key) + "@T" + name);
        }
      }
    }
    if (applied) {
      states.add(after);
    }
    return line.toString();
  }

  /** The last state, an older one, or for single keys what older ones had. */
  private List<String> snapshot() {
    int now = states.size() - 1;
    int age = isFault() ? random.nextInt(4) : 0;
    List<String> seen = new ArrayList<>(states.get(Math.max(0, now - age)));
    for (int key = 0; key < keys; key++) {
      if (isFault()) {
        seen.set(key, states.get(Math.max(0, now - random.nextInt(4))).get(key));
      }
    }
    return seen;
  }

  private void write(StringBuilder line, int key, List<String> seen, List<String> after) {
    boolean few = kind == Kind.FEW_VALUES || kind == Kind.SERIAL || kind == Kind.SINGLE;
    String value = "" + (few ? random.nextInt(3) : fresh++);
    line.append(" %s(k%d,%s)".formatted(isList(key) ? "a" : "w", key, value));
    seen.set(key, isList(key) ? appended(seen.get(key), value) : value);
    after.set(key, isList(key) ? appended(after.get(key), value) : value);
  }

  private static String appended(String list, String value) {
    return list.equals("[]") ? "[" + value + "]" : list.replace("]", "," + value + "]");
  }

  /** The last write of a transaction makes the version; now and then the order is wrong. */
  private void noteVersion(int key, String version) {
    List<String> order = versions.get(key);
    String writer = version.substring(version.indexOf('@'));
    order.removeIf(other -> other.endsWith(writer));
    order.add(isFault() ? Math.max(0, order.size() - 1) : order.size(), version);
  }
}
