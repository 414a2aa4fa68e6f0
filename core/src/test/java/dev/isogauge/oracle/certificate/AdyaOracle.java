package dev.isogauge.oracle.certificate;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Order;
import dev.isogauge.oracle.certificate.Certified.Kind;
import dev.isogauge.oracle.certificate.Certified.Operation;
import dev.isogauge.oracle.certificate.Certified.Query;
import dev.isogauge.oracle.certificate.Certified.Transaction;
import dev.isogauge.oracle.certificate.Certified.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adya's definitions, taken literally: the whole graph, with an edge for every pair of versions and
 * every version that changes the matches, and reachability by closure. Only for tiny histories.
 */
final class AdyaOracle {
  private final Certified history;
  private final int count;
  private final Set<String> keys = new TreeSet<>();

  /** Versions of each key that hold, oldest first. */
  private final Map<String, List<Version>> chains = new HashMap<>();

  private final Set<String> partial = new HashSet<>();
  private boolean faulty;
  private boolean incomplete;
  private boolean incompletePredicates;

  private final Order ww;
  private final Order wr;
  private final Order rw;
  private final Order predicateRw;

  AdyaOracle(Certified history) {
    this.history = history;
    this.count = history.transactions.size();
    ww = new Order(count);
    wr = new Order(count);
    rw = new Order(count);
    predicateRw = new Order(count);
    collectKeys();
    keys.forEach(this::makeChain);
    keys.forEach(this::addVersionOrder);
    for (int t = 0; t < count; t++) {
      if (history.transactions.get(t).committed) {
        addOperations(t);
      }
    }
  }

  private void collectKeys() {
    keys.addAll(history.orders.keySet());
    for (Transaction transaction : history.transactions) {
      for (Operation operation : transaction.operations) {
        if (operation.kind() == Kind.PREDICATE) {
          keys.addAll(operation.query().orElseThrow().versions.keySet());
          operation.query().orElseThrow().rows.ifPresent(keys::addAll);
        } else {
          keys.add(operation.key());
        }
      }
    }
  }

  /** Values that a transaction writes to a key, in order. */
  private List<Integer> writes(int t, String key) {
    List<Integer> values = new ArrayList<>();
    for (Operation operation : history.transactions.get(t).operations) {
      if (operation.kind() == Kind.WRITE && operation.key().equals(key)) {
        values.add(operation.value());
      }
    }
    return values;
  }

  private static boolean same(Integer left, Integer right) {
    return left == null ? right == null : left.equals(right);
  }

  private boolean isFinal(String key, Version version) {
    List<Integer> writes = writes(version.writer(), key);
    return !writes.isEmpty() && same(writes.get(writes.size() - 1), version.value());
  }

  private boolean isWritten(String key, Version version) {
    return version.writer() != Certified.INITIAL
        && writes(version.writer(), key).stream().anyMatch(v -> same(v, version.value()));
  }

  private void makeChain(String key) {
    List<Version> chain = new ArrayList<>();
    boolean dirty = false;
    for (Version version : history.orders.getOrDefault(key, List.of())) {
      boolean initial = version.writer() == Certified.INITIAL && version.value() == null;
      if (initial && chain.isEmpty()) {
        continue;
      }
      if (!isWritten(key, version) || chain.contains(version)) {
        partial.add(key);
      } else if (!history.transactions.get(version.writer()).committed) {
        dirty = true;
      } else if (isFinal(key, version)) {
        faulty |= dirty;
        dirty = false;
        chain.add(version);
      }
    }
    List<Version> finals = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      List<Integer> writes = writes(t, key);
      if (history.transactions.get(t).committed && !writes.isEmpty()) {
        finals.add(new Version(writes.get(writes.size() - 1), t));
      }
    }
    if (finals.size() == 1 && chain.isEmpty()) {
      chain.addAll(finals);
    }
    if (!chain.containsAll(finals)) {
      partial.add(key);
    }
    incomplete |= partial.contains(key);
    chains.put(key, chain);
  }

  private void addVersionOrder(String key) {
    List<Version> chain = chains.get(key);
    for (int i = 0; i < chain.size(); i++) {
      for (int j = i + 1; j < chain.size(); j++) {
        ww.add(chain.get(i).writer(), chain.get(j).writer());
      }
    }
  }

  private void addOperations(int t) {
    Map<String, Integer> own = new HashMap<>();
    List<Operation> operations = history.transactions.get(t).operations;
    for (Operation operation : operations) {
      switch (operation.kind()) {
        case WRITE -> own.put(operation.key(), operation.value());
        case READ -> addRead(t, operation, own);
        case PREDICATE -> addPredicate(t, operation.query().orElseThrow(), own);
      }
    }
  }

  private void addRead(int t, Operation read, Map<String, Integer> own) {
    String key = read.key();
    Version version = new Version(read.value(), read.writer());
    if (own.containsKey(key) && same(own.get(key), read.value())) {
      return;
    }
    boolean initial = read.writer() == Certified.INITIAL && read.value() == null;
    boolean clean =
        !own.containsKey(key)
            && (initial
                || (isWritten(key, version)
                    && read.writer() != t
                    && history.transactions.get(read.writer()).committed
                    && isFinal(key, version)));
    if (!clean) {
      faulty = true;
      return;
    }
    List<Version> chain = chains.get(key);
    int place = initial ? -1 : chain.indexOf(version);
    if (!initial) {
      wr.add(read.writer(), t);
    }
    if (initial || place >= 0) {
      // Whoever saw no object did not miss deletes of no object.
      boolean absent = read.value() == null;
      for (int j = place + 1; j < chain.size(); j++) {
        absent &= chain.get(j).value() == null;
        if (chain.get(j).writer() != t && !absent) {
          rw.add(t, chain.get(j).writer());
        }
      }
    }
  }

  private void addPredicate(int t, Query query, Map<String, Integer> own) {
    Map<String, Integer> expected = new TreeMap<>();
    Set<String> open = new HashSet<>();
    for (String key : keys) {
      if (own.containsKey(key)) {
        if (query.condition.matches(own.get(key))) {
          expected.put(key, own.get(key));
        }
        continue;
      }
      Version version = query.versions.get(key);
      List<Version> chain = chains.get(key);
      boolean anyMatch = chain.stream().anyMatch(v -> query.condition.matches(v.value()));
      int place = -1;
      if (version == null) {
        boolean deleted = chain.stream().anyMatch(v -> v.value() == null);
        boolean tellable = !partial.contains(key) && (!deleted || history.hasSnapshots);
        if (!tellable) {
          if (anyMatch) {
            open.add(key);
            incompletePredicates = true;
          }
          continue;
        }
        for (int i = 0; i < chain.size(); i++) {
          boolean dead = chain.get(i).value() == null;
          place = dead && sees(t, chain.get(i).writer()) ? i : place;
        }
      } else {
        if (query.condition.matches(version.value())) {
          expected.put(key, version.value());
        }
        boolean initial = version.writer() == Certified.INITIAL && version.value() == null;
        if (!initial) {
          boolean clean =
              isWritten(key, version)
                  && version.writer() != t
                  && history.transactions.get(version.writer()).committed
                  && isFinal(key, version);
          if (!clean) {
            faulty = true;
            continue;
          }
          place = chain.indexOf(version);
          if (place < 0) {
            incompletePredicates = true;
            continue;
          }
        }
      }
      if (partial.contains(key)) {
        continue;
      }
      addPredicateEdges(t, query, chain, place);
    }
    compare(query, expected, open);
  }

  private void addPredicateEdges(int t, Query query, List<Version> chain, int place) {
    for (int i = 0; i < chain.size(); i++) {
      Integer before = i == 0 ? null : chain.get(i - 1).value();
      int writer = chain.get(i).writer();
      Integer value = chain.get(i).value();
      boolean matches = query.condition.matches(value);
      boolean changes =
          query.condition.matches(before) != matches
              || (matches && query.condition.readsValues() && !value.equals(before));
      if (changes && writer == t && i <= place) {
        // It wrote this after it had asked, and yet saw what came later still.
        int last = chain.get(place).writer();
        if (last != t && isLastChange(query, chain, i, place)) {
          wr.add(last, t);
        }
      }
      if (changes && writer != t) {
        if (i <= place) {
          wr.add(writer, t);
        } else {
          predicateRw.add(t, writer);
        }
      }
    }
  }

  private static boolean isLastChange(Query query, List<Version> chain, int change, int place) {
    for (int i = change + 1; i <= place; i++) {
      Integer before = chain.get(i - 1).value();
      Integer value = chain.get(i).value();
      if (query.condition.matches(before) != query.condition.matches(value)
          || (query.condition.matches(value)
              && query.condition.readsValues()
              && !same(before, value))) {
        return false;
      }
    }
    return true;
  }

  private void compare(Query query, Map<String, Integer> expected, Set<String> open) {
    if (query.rows.isPresent()) {
      Set<String> rows = new TreeSet<>(query.rows.get());
      rows.removeAll(open);
      faulty |= !rows.equals(expected.keySet());
    } else if (query.value.isPresent() && open.isEmpty()) {
      faulty |= !query.value.equals(query.condition.aggregate(expected.values()));
    }
  }

  private boolean sees(int reader, int writer) {
    return history.transactions.get(reader).snapshot.contains(writer);
  }

  String verdict(IsolationLevel level) {
    Order data = ww.or(wr);
    Order inSessions = data.or(sessions());
    Order anti = rw.or(predicateRw);
    boolean violated =
        switch (level) {
          case PL_1 -> isCyclic(ww);
          case PL_2 -> faulty || isCyclic(data);
          case PL_2_99 -> faulty || isCyclic(data.or(rw));
          case PL_3 -> faulty || isCyclic(data.or(anti));
          case PL_SI ->
              faulty
                  || isCyclic(data)
                  || (history.hasSnapshots
                      ? breaksSnapshots(data, anti)
                      : isCyclic(data.or(data.then(anti))));
          case SNAPSHOT_ISOLATION -> faulty || isCyclic(inSessions.or(inSessions.then(anti)));
          case SERIALIZABILITY -> faulty || isCyclic(inSessions.or(anti));
          case STRICT_SERIALIZABILITY -> faulty || isCyclic(inSessions.or(anti).or(realTime()));
          default -> throw new IllegalArgumentException(level.id());
        };
    if (violated) {
      return "violated";
    }
    return incomplete || (incompletePredicates && level != IsolationLevel.PL_1)
        ? "unknown"
        : "satisfied";
  }

  private static boolean isCyclic(Order relation) {
    return relation.closed().hasCycle();
  }

  private Order sessions() {
    Order sessions = new Order(count);
    for (int t = 0; t < count; t++) {
      for (int s = t + 1; s < count; s++) {
        Transaction first = history.transactions.get(t);
        Transaction second = history.transactions.get(s);
        boolean overlap = history.hasTimes && second.begin < first.end;
        if (counts(t) && counts(s) && first.session == second.session && !overlap) {
          sessions.add(t, s);
        }
      }
    }
    return sessions;
  }

  private Order realTime() {
    Order realTime = new Order(count);
    for (int t = 0; t < count; t++) {
      for (int s = 0; s < count; s++) {
        if (counts(t)
            && counts(s)
            && history.transactions.get(t).end < history.transactions.get(s).begin) {
          realTime.add(t, s);
        }
      }
    }
    return realTime;
  }

  /** G-SIa or G-SIb. */
  private boolean breaksSnapshots(Order data, Order anti) {
    Order starts = new Order(count);
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        if (data.has(a, b) && !sees(b, a)) {
          return true;
        }
        if (a != b && counts(a) && counts(b) && sees(b, a)) {
          starts.add(a, b);
        }
      }
    }
    return anti.then(data.or(starts).closed()).hasCycle();
  }

  private boolean counts(int t) {
    return history.transactions.get(t).committed;
  }
}
