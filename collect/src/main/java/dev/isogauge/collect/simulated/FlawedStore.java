package dev.isogauge.collect.simulated;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.generate.SplitMix;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Many versions in memory. A transaction reads the state in which it began, and aborts if anything
 * that it read or wrote has changed when it commits; one that only reads never aborts. So it is
 * strictly serializable, but for one flaw, which befalls one in some transactions.
 */
public final class FlawedStore implements KeyValueDatabase.Store {
  /** The flaw befalls one in so many transactions. */
  private static final int RARITY = 10;

  /** How many commits a stale state lacks at most, and a failure forgets. */
  private static final int LAG = 8;

  /** The store fails when one in so many transactions begins. */
  private static final int TIME_BETWEEN_FAILURES = 500;

  private static final Level LINEARIZABLE =
      new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY));

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          List.of(Level.standard(Level.SERIALIZABLE), LINEARIZABLE),
          LINEARIZABLE,
          Set.of(Capability.LISTS, Capability.DELETES));

  private final Flaw flaw;
  private final SplitMix random;
  private final Map<String, List<Version>> versions = new HashMap<>();
  private final Map<String, String> uncommitted = new HashMap<>();
  private final Map<String, String> aborted = new HashMap<>();
  private int commits;
  private int failures;

  /** What a commit left of a key; no value where it removed it. */
  private record Version(int commit, Optional<String> value) {}

  private FlawedStore(Flaw flaw, long seed) {
    this.flaw = flaw;
    this.random = new SplitMix(seed);
  }

  /** A database over such a store; it claims strict serializability. */
  public static Database open(Flaw flaw, long seed) {
    return new KeyValueDatabase("simulated", CAPABILITIES, new FlawedStore(flaw, seed));
  }

  @Override
  public String version() {
    return "a simulated store, flaw: " + flaw.title();
  }

  @Override
  public KeyValueConnection connect(Level level) {
    return new Connection();
  }

  @Override
  public synchronized void clear() {
    versions.clear();
    uncommitted.clear();
    aborted.clear();
  }

  @Override
  public void close() {}

  /** Forgets the last commits; transactions under way fail with the store. */
  private void fail() {
    failures++;
    commits = Math.max(0, commits - 1 - random.below(LAG));
    versions.values().forEach(all -> all.removeIf(version -> version.commit() > commits));
    uncommitted.clear();
  }

  private boolean isNewer(String key, int snapshot) {
    List<Version> all = versions.getOrDefault(key, List.of());
    return !all.isEmpty() && all.get(all.size() - 1).commit() > snapshot;
  }

  /** A session's transactions. All of it is guarded by the store. */
  private final class Connection implements KeyValueConnection {
    private final Set<String> read = new HashSet<>();
    private final Map<String, Optional<String>> written = new HashMap<>();
    private int snapshot;
    private int hidden;
    private int lastCommit;
    private boolean befallen;
    private int failuresBefore;

    @Override
    public void begin() {
      synchronized (FlawedStore.this) {
        read.clear();
        written.clear();
        if (flaw == Flaw.LOST_WRITE && random.below(TIME_BETWEEN_FAILURES) == 0) {
          fail();
        }
        failuresBefore = failures;
        befallen = flaw != Flaw.NONE && random.below(RARITY) == 0;
        snapshot = commits;
        hidden = -1;
        if (befallen && flaw == Flaw.STALE_REPLICA) {
          snapshot = Math.max(0, commits - 1 - random.below(LAG));
        } else if (befallen && flaw == Flaw.SESSION_ORDER) {
          snapshot = Math.max(0, Math.min(commits, lastCommit - 1));
        } else if (befallen && flaw == Flaw.LONG_FORK) {
          hidden = commits - random.below(LAG);
        }
      }
    }

    @Override
    public Optional<String> value(String key) {
      synchronized (FlawedStore.this) {
        if (written.containsKey(key)) {
          return written.get(key);
        }
        if (befallen && flaw == Flaw.DIRTY_READ && uncommitted.containsKey(key)) {
          return Optional.of(uncommitted.get(key));
        }
        if (befallen && flaw == Flaw.ABORTED_READ && aborted.containsKey(key)) {
          return Optional.of(aborted.get(key));
        }
        read.add(key);
        int seen = befallen && flaw == Flaw.READ_SKEW ? commits : snapshot;
        List<Version> all = versions.getOrDefault(key, List.of());
        for (int i = all.size() - 1; i >= 0; i--) {
          int commit = all.get(i).commit();
          if (commit <= seen && commit != hidden) {
            return all.get(i).value();
          }
        }
        return Optional.empty();
      }
    }

    @Override
    public void put(String key, String value) {
      synchronized (FlawedStore.this) {
        written.put(key, Optional.of(value));
        uncommitted.put(key, value);
      }
    }

    @Override
    public void remove(String key) {
      synchronized (FlawedStore.this) {
        written.put(key, Optional.empty());
      }
    }

    @Override
    public Optional<Timestamps> commit() throws Failure {
      synchronized (FlawedStore.this) {
        if (failures > failuresBefore) {
          throw new Failure.Aborted("the store has failed", null);
        }
        if (written.isEmpty()) {
          return Optional.empty();
        }
        for (String key : read) {
          boolean ignored =
              befallen
                  && ((flaw == Flaw.WRITE_SKEW && !written.containsKey(key))
                      || (flaw == Flaw.PHANTOM && !written.containsKey(key) && isAbsent(key))
                      || (flaw == Flaw.LOST_UPDATE && written.containsKey(key))
                      || (flaw == Flaw.READ_SKEW && !written.containsKey(key)));
          // What misleads readers must not mislead writers: that would be another flaw.
          if (!ignored && (isNewer(key, snapshot) || hidden >= 0)) {
            throw conflict(key);
          }
        }
        for (String key : written.keySet()) {
          boolean ignored = befallen && flaw == Flaw.LOST_UPDATE && read.contains(key);
          if (!ignored && isNewer(key, snapshot)) {
            throw conflict(key);
          }
        }
        commits++;
        written.forEach(
            (key, value) ->
                versions
                    .computeIfAbsent(key, unused -> new ArrayList<>())
                    .add(new Version(commits, value)));
        lastCommit = commits;
        uncommitted.keySet().removeAll(written.keySet());
        return Optional.empty();
      }
    }

    /** Whether the key was not there when the transaction began. */
    private boolean isAbsent(String key) {
      Optional<String> seen = Optional.empty();
      for (Version version : versions.getOrDefault(key, List.of())) {
        seen = version.commit() <= snapshot ? version.value() : seen;
      }
      return seen.isEmpty();
    }

    private Failure conflict(String key) {
      return new Failure.Aborted(key + " has changed", null);
    }

    @Override
    public void rollback() {
      synchronized (FlawedStore.this) {
        uncommitted.keySet().removeAll(written.keySet());
        written.forEach((key, value) -> value.ifPresent(text -> aborted.put(key, text)));
      }
    }

    @Override
    public void close() {}
  }
}
