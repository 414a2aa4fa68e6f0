package dev.isogauge.collect.jvm;

import dev.isogauge.node.Conflict;
import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store that is a map, whose keys of certain numbers misbehave. */
public final class MapMember implements Member {
  static final long CONFLICTS = 97;
  static final long FAILS = 98;
  static final long FAILS_TO_COMMIT = 99;

  private final Map<String, String> values = new ConcurrentHashMap<>();

  /** Needs nothing. */
  public MapMember(NodeSettings settings) {}

  @Override
  public String version() {
    return "Map \"1.0\" \\ \u00e9";
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public Transactions connect(String level) {
    if (!level.equals("repeatable-read")) {
      throw new IllegalArgumentException("there is no level " + level);
    }
    return new MapTransactions();
  }

  @Override
  public void clear() {
    values.clear();
  }

  private final class MapTransactions implements Transactions {
    private final Map<String, String> written = new HashMap<>();

    @Override
    public void begin() {
      written.clear();
    }

    @Override
    public String value(String key) throws Exception {
      if (key.equals("x" + CONFLICTS)) {
        throw new Conflict("a deadlock:\n\"another\"");
      } else if (key.equals("x" + FAILS)) {
        throw new IllegalStateException("no majority");
      }
      String own = written.getOrDefault(key, values.get(key));
      return own == null || own.isEmpty() ? null : own;
    }

    @Override
    public void put(String key, String value) {
      written.put(key, value);
    }

    @Override
    public void remove(String key) {
      written.put(key, "");
    }

    @Override
    public void commit() {
      if (written.containsKey("x" + FAILS_TO_COMMIT)) {
        throw new IllegalStateException("the leader is away");
      }
      values.putAll(written);
      written.clear();
    }

    @Override
    public void rollback() {
      written.clear();
    }
  }
}
