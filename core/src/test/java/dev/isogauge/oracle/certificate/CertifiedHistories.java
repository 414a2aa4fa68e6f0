package dev.isogauge.oracle.certificate;

import dev.isogauge.oracle.certificate.Certified.Condition;
import dev.isogauge.oracle.certificate.Certified.Kind;
import dev.isogauge.oracle.certificate.Certified.Operation;
import dev.isogauge.oracle.certificate.Certified.Query;
import dev.isogauge.oracle.certificate.Certified.Transaction;
import dev.isogauge.oracle.certificate.Certified.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random tiny histories with certificates: most transactions read recent versions, so that all
 * levels are met, and some certificates are wrong or have gaps. One seed makes one history.
 */
public final class CertifiedHistories {
  private final Random random;
  private final Certified history = new Certified();
  private final boolean clean;
  private final int keys;

  /** By key: versions that may be read, oldest first; the initial one is left out. */
  private final Map<String, List<Version>> versions = new TreeMap<>();

  private CertifiedHistories(long seed) {
    random = new Random(seed);
    clean = random.nextInt(3) > 0;
    keys = 1 + random.nextInt(3);
    history.hasSnapshots = random.nextInt(3) == 0;
    history.hasTimestamps = history.hasSnapshots && random.nextBoolean();
    history.hasTimes = random.nextInt(3) == 0;
  }

  /** A history in Isogauge text. */
  public static String text(long seed, int transactions) {
    return make(seed, transactions).toString();
  }

  static Certified make(long seed, int transactions) {
    return new CertifiedHistories(seed).make(transactions);
  }

  private Certified make(int transactions) {
    int count = 1 + random.nextInt(transactions);
    for (int t = 0; t < count; t++) {
      addTransaction(t);
    }
    for (int k = 0; k < keys; k++) {
      addOrder("k" + k);
    }
    for (Transaction transaction : history.transactions) {
      addReads(history.transactions.indexOf(transaction), transaction);
    }
    return history;
  }

  /** Writes first; reads are put among them once all versions are known. */
  private void addTransaction(int t) {
    boolean committed = clean || random.nextInt(5) > 0;
    Transaction transaction = new Transaction(random.nextInt(3), committed);
    history.transactions.add(transaction);
    transaction.begin = Math.max(0, 10 * t - random.nextInt(25));
    transaction.end = transaction.begin + random.nextInt(20);
    if (history.hasTimestamps) {
      takeTimestamps(t, transaction);
    } else {
      takeSnapshot(t, transaction);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String key = "k" + random.nextInt(keys);
      Integer value = random.nextInt(4) == 0 ? null : random.nextInt(10);
      transaction.operations.add(new Operation(Kind.WRITE, key, value, t, Optional.empty()));
      versions.computeIfAbsent(key, unused -> new ArrayList<>()).add(new Version(value, t));
    }
  }

  private void takeSnapshot(int t, Transaction transaction) {
    int seen = Math.max(0, t - random.nextInt(3));
    for (int s = 0; s < t; s++) {
      boolean strange = !clean && random.nextInt(20) == 0;
      if ((s < seen) != strange && history.transactions.get(s).committed) {
        transaction.snapshot.add(s);
      }
    }
  }

  /** Commits in order, at multiples of ten; a start may be at a commit. */
  private void takeTimestamps(int t, Transaction transaction) {
    transaction.commit = 10 * t + 10;
    transaction.start = Math.max(1, transaction.commit - 5 - 5 * random.nextInt(6));
    for (int s = 0; s < t; s++) {
      Transaction other = history.transactions.get(s);
      if (other.commit <= transaction.start && other.committed) {
        transaction.snapshot.add(s);
      }
    }
  }

  private void addOrder(String key) {
    Map<Integer, Version> finals = new TreeMap<>();
    for (Version version : versions.getOrDefault(key, List.of())) {
      if (history.transactions.get(version.writer()).committed || random.nextBoolean()) {
        finals.put(version.writer(), version);
      }
    }
    List<Version> order = new ArrayList<>(finals.values());
    if (order.size() > 1 && random.nextInt(3) == 0) {
      Collections.swap(order, random.nextInt(order.size()), random.nextInt(order.size()));
    }
    if (!clean && !order.isEmpty() && random.nextInt(4) == 0) {
      order.remove(random.nextInt(order.size()));
    }
    if (!clean && random.nextInt(8) == 0) {
      order.add(random.nextInt(order.size() + 1), new Version(77, 0));
    }
    if (!clean && random.nextInt(8) == 0) {
      order.addAll(0, versions.getOrDefault(key, List.of()));
    }
    if (!order.isEmpty()) {
      history.orders.put(key, order);
    }
  }

  private void addReads(int t, Transaction transaction) {
    for (int i = random.nextInt(3); i > 0; i--) {
      int place = random.nextInt(transaction.operations.size() + 1);
      transaction.operations.add(
          place, random.nextBoolean() ? query(t, transaction, place) : read(t, transaction, place));
    }
  }

  private Map<String, Integer> ownWrites(Transaction transaction, int place) {
    Map<String, Integer> own = new HashMap<>();
    for (Operation operation : transaction.operations.subList(0, place)) {
      if (operation.kind() == Kind.WRITE) {
        own.put(operation.key(), operation.value());
      }
    }
    return own;
  }

  private Operation read(int t, Transaction transaction, int place) {
    String key = "k" + random.nextInt(keys);
    Map<String, Integer> own = ownWrites(transaction, place);
    Version version =
        own.containsKey(key) && (clean || random.nextInt(4) > 0)
            ? new Version(own.get(key), t)
            : pick(t, key);
    return new Operation(Kind.READ, key, version.value(), version.writer(), Optional.empty());
  }

  /** Mostly a recent version of another transaction that committed. */
  private Version pick(int t, String key) {
    List<Version> candidates = new ArrayList<>();
    candidates.add(new Version(null, Certified.INITIAL));
    List<Version> all = versions.getOrDefault(key, List.of());
    for (Version version : all) {
      boolean last =
          all.lastIndexOf(version)
              == all.stream()
                  .filter(v -> v.writer() == version.writer())
                  .mapToInt(all::lastIndexOf)
                  .max()
                  .orElseThrow();
      boolean good =
          version.writer() != t && history.transactions.get(version.writer()).committed && last;
      if (good || (!clean && random.nextInt(8) == 0)) {
        candidates.add(version);
      }
    }
    if (!clean && random.nextInt(20) == 0) {
      candidates.add(new Version(88, 0));
    }
    candidates.removeIf(v -> v.writer() > t && candidates.size() > 1 && random.nextInt(3) > 0);
    int size = candidates.size();
    return candidates.get(
        Math.max(0, size - 1 - (random.nextInt(3) == 0 ? random.nextInt(size) : 0)));
  }

  private Operation query(int t, Transaction transaction, int place) {
    Condition condition = new Condition(random.nextInt(Condition.SHAPES), random.nextInt(8));
    Query query = new Query(condition);
    Map<String, Integer> own = ownWrites(transaction, place);
    List<String> rows = new ArrayList<>();
    List<Integer> values = new ArrayList<>();
    for (int k = 0; k < keys; k++) {
      String key = "k" + k;
      Version version = pick(t, key);
      boolean listed = random.nextInt(6) > 0;
      if (listed) {
        query.versions.put(key, version);
      }
      Integer seen = own.containsKey(key) ? own.get(key) : listed ? version.value() : null;
      boolean flip = random.nextInt(clean ? 40 : 12) == 0;
      if (condition.matches(seen) != flip) {
        rows.add(key);
        values.add(seen == null ? random.nextInt(9) : seen);
      }
    }
    if (random.nextInt(8) > 0) {
      if (condition.isAggregate()) {
        query.value = condition.aggregate(values);
      } else {
        query.rows = Optional.of(rows);
      }
    }
    return new Operation(Kind.PREDICATE, "", null, t, Optional.of(query));
  }
}
