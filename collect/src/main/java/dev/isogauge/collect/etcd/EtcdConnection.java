package dev.isogauge.collect.etcd;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Transactions as etcd's own client library makes them of its atomic compare-and-put request:
 *
 * <ol>
 *   <li>The first operation asks for the newest revision: the transaction's start.
 *   <li>All reads are reads at that revision.
 *   <li>Writes wait here.
 *   <li>One request compares and puts: no key that was read or written has been changed since the
 *       start. The revision that it makes is the commit.
 * </ol>
 *
 * <p>A removed key is one without a value. Were it deleted, a comparison would find no revision at
 * it, as if it had never been there.
 */
final class EtcdConnection implements KeyValueConnection {
  private static final String REMOVED = "";

  private final EtcdClient client;
  private final Set<String> touched = new HashSet<>();
  private final Map<String, String> read = new HashMap<>();
  private final Map<String, String> written = new TreeMap<>();

  /** The revision that the transaction reads; 0 before its first operation. */
  private long start;

  /** The newest revision that this connection has seen. */
  private long last = 1;

  EtcdConnection(EtcdClient client) {
    this.client = client;
  }

  @Override
  public void begin() {
    rollback();
  }

  @Override
  public Optional<String> value(String key) throws Failure {
    String own = written.get(key);
    String value = own == null ? readAtStart(key) : own;
    return Optional.of(value).filter(found -> !found.equals(REMOVED));
  }

  // Steps 1 and 2.
  private String readAtStart(String key) throws Failure {
    touched.add(key);
    String known = read.get(key);
    if (known != null) {
      return known;
    }
    try {
      EtcdAnswer answer = client.range(key, start);
      if (start == 0) {
        start = answer.revision();
        last = start;
      }
      String value = answer.value().orElse(REMOVED);
      read.put(key, value);
      return value;
    } catch (IOException e) {
      throw new Failure.ConnectionLost("etcd does not answer: " + e.getMessage(), e);
    }
  }

  // Step 3.
  @Override
  public void put(String key, String value) throws Failure {
    if (start == 0) {
      readAtStart(key);
    }
    touched.add(key);
    written.put(key, value);
  }

  @Override
  public void remove(String key) throws Failure {
    put(key, REMOVED);
  }

  // Step 4.
  @Override
  public Optional<Timestamps> commit() throws Failure {
    if (written.isEmpty()) {
      return Optional.of(new Timestamps(last, last));
    }
    EtcdAnswer answer;
    long commit;
    try {
      answer = client.transaction(request());
      commit = answer.revision();
    } catch (IOException e) {
      throw new Failure.CommitUnknown("etcd does not say: " + e.getMessage(), e);
    }
    if (!answer.succeeded()) {
      throw new Failure.Aborted(
          "a key has been changed since revision " + start + ", which the transaction read", null);
    }
    last = commit;
    return Optional.of(new Timestamps(start, commit));
  }

  private String request() {
    StringJoiner compares = new StringJoiner(",", "{\"compare\":[", "],");
    for (String key : touched) {
      compares.add(
          "{\"key\":\""
              + EtcdAnswer.encoded(key)
              + "\",\"target\":\"MOD\",\"result\":\"LESS\",\"mod_revision\":\""
              + (start + 1)
              + "\"}");
    }
    StringJoiner puts = new StringJoiner(",", "\"success\":[", "]}");
    written.forEach(
        (key, value) ->
            puts.add(
                "{\"request_put\":{\"key\":\""
                    + EtcdAnswer.encoded(key)
                    + "\",\"value\":\""
                    + EtcdAnswer.encoded(value)
                    + "\"}}"));
    return compares.toString() + puts;
  }

  /** Nothing of the transaction is in the store. */
  @Override
  public void rollback() {
    start = 0;
    touched.clear();
    read.clear();
    written.clear();
  }

  @Override
  public void close() {
    rollback();
  }
}
