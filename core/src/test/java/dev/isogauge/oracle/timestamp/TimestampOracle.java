package dev.isogauge.oracle.timestamp;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.timestamp.Timed.Kind;
import dev.isogauge.oracle.timestamp.Timed.Operation;
import dev.isogauge.oracle.timestamp.Timed.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says what contradicts the timestamps of a small history, straight from the rules and with no
 * regard to time. Shares nothing with the checkers.
 */
public final class TimestampOracle {
  private final List<Transaction> all;
  private final boolean snapshots;
  private final Comparator<Transaction> arbitration;

  public TimestampOracle(List<Transaction> input, boolean snapshots) {
    this.snapshots = snapshots;
    Comparator<Transaction> inSession =
        Comparator.comparing(Transaction::number, Comparator.nullsFirst(Comparator.naturalOrder()));
    // A stable sort: without numbers the order of the input is the session's.
    this.all =
        input.stream()
            .sorted(
                Comparator.comparing(Transaction::session)
                    .thenComparing(inSession)
                    .thenComparing(
                        (a, b) ->
                            a.number() == null
                                ? 0
                                : Comparator.comparing(Transaction::commit)
                                    .thenComparing(Transaction::start)
                                    .thenComparing(Transaction::name)
                                    .compare(a, b)))
            .toList();
    this.arbitration =
        Comparator.comparing(Transaction::commit)
            .thenComparing(t -> t.updates() ? 0 : 1)
            .thenComparing(Transaction::start)
            .thenComparing(Transaction::session)
            .thenComparing(all::indexOf);
  }

  private List<Transaction> counting() {
    return all.stream().filter(Transaction::counts).toList();
  }

  private boolean before(Transaction t, Transaction s) {
    return arbitration.compare(t, s) < 0;
  }

  private boolean follows(Transaction t, Transaction s) {
    return t.session() == s.session()
        && all.indexOf(t) > all.indexOf(s)
        && s.outcome() == Outcome.COMMITTED
        && (t.begin() == null || s.end() == null || t.begin() >= s.end());
  }

  private boolean visible(Transaction t, Transaction s) {
    return before(t, s) && !follows(t, s) && (!snapshots || t.commit().compareTo(s.start()) <= 0);
  }

  private boolean reversed(Transaction t) {
    return snapshots && t.start().compareTo(t.commit()) > 0;
  }

  /** Everything found, one line each. */
  public Set<String> findings() {
    Set<String> found = new TreeSet<>();
    for (Transaction t : counting()) {
      if (reversed(t)) {
        found.add("TimestampOrder " + t.name());
      }
      predecessor(t).forEach(p -> session(p, t, found));
      reads(t, found);
      for (Transaction s : counting()) {
        if (before(t, s)) {
          pair(t, s, found);
        }
      }
    }
    return found;
  }

  private List<Transaction> predecessor(Transaction t) {
    List<Transaction> earlier = counting().stream().filter(s -> follows(t, s)).toList();
    return earlier.isEmpty() ? List.of() : List.of(earlier.get(earlier.size() - 1));
  }

  private void session(Transaction predecessor, Transaction t, Set<String> found) {
    boolean gap = t.number() != null && all.get(all.indexOf(t) - 1).number() + 1 != t.number();
    boolean early = (snapshots ? t.start() : t.commit()).compareTo(predecessor.commit()) < 0;
    if (gap || early) {
      found.add("Session " + t.name() + " after " + predecessor.name());
    }
  }

  private void pair(Transaction t, Transaction s, Set<String> found) {
    boolean tied =
        t.updates()
            && s.updates()
            && t.commit().equals(s.commit())
            && (!snapshots || (t.start().equals(t.commit()) && s.start().equals(s.commit())));
    for (long key : keys()) {
      boolean shared = t.writes(key) ? s.touches(key) : t.touches(key) && s.writes(key);
      if (tied && shared) {
        found.add("TimestampTie " + s.name() + " with " + t.name());
      }
      if (snapshots
          && t.writes(key)
          && s.writes(key)
          && !reversed(t)
          && !reversed(s)
          && s.start().compareTo(t.commit()) < 0) {
        found.add("NoConflict " + s.name() + " with " + t.name() + " on " + key);
      }
    }
  }

  private List<Long> keys() {
    return all.stream()
        .flatMap(t -> t.operations().stream())
        .map(Operation::key)
        .distinct()
        .toList();
  }

  private void reads(Transaction t, Set<String> found) {
    for (int i = 0; i < t.operations().size(); i++) {
      Operation operation = t.operations().get(i);
      if (operation.isRead()) {
        if (operation.kind() == Kind.READ) {
          read(t, i, operation, found);
        } else {
          readList(t, i, operation, found);
        }
      }
    }
  }

  private void read(Transaction t, int index, Operation read, Set<String> found) {
    List<Operation> earlier =
        t.operations().subList(0, index).stream()
            .filter(o -> o.key() == read.key() && o.kind() != Kind.READ_UNKNOWN)
            .toList();
    String actual = token(read.value());
    if (!earlier.isEmpty()) {
      String expected = token(earlier.get(earlier.size() - 1).value());
      if (!expected.equals(actual)) {
        found.add(line("Internal", t, index, expected, actual, null));
      }
      return;
    }
    Transaction writer = lastVisible(t, read.key());
    String expected = token(writer == null ? null : finalWrite(writer, read.key()));
    if (!reversed(t) && !expected.equals(actual)) {
      found.add(line("External", t, index, expected, actual, writer));
    }
  }

  /** The value that the transaction should read first; for generators. */
  public Long expectedValue(Transaction t, long key) {
    Transaction writer = lastVisible(t, key);
    return writer == null ? null : finalWrite(writer, key);
  }

  private Transaction lastVisible(Transaction t, long key) {
    return counting().stream()
        .filter(s -> s.name() != t.name() && s.writes(key) && visible(s, t))
        .max(arbitration)
        .orElse(null);
  }

  private static Long finalWrite(Transaction t, long key) {
    Long last = null;
    for (Operation operation : t.operations()) {
      if (operation.isWrite() && operation.key() == key) {
        last = operation.value();
      }
    }
    return last;
  }

  /** The list that others' appends should show to the transaction. */
  public List<Long> expectedList(Transaction t, long key) {
    List<Long> elements = new ArrayList<>();
    counting().stream()
        .filter(s -> s.name() != t.name() && visible(s, t))
        .sorted(arbitration)
        .forEach(s -> elements.addAll(appends(s.operations(), key)));
    return elements;
  }

  private static List<Long> appends(List<Operation> operations, long key) {
    return operations.stream()
        .filter(o -> o.kind() == Kind.APPEND && o.key() == key)
        .map(Operation::value)
        .toList();
  }

  private void readList(Transaction t, int index, Operation read, Set<String> found) {
    List<Long> own = appends(t.operations().subList(0, index), read.key());
    List<Long> observed = observed(t, index);
    List<Long> reference = null;
    for (int i = 0; i < index && reference == null; i++) {
      Operation earlier = t.operations().get(i);
      if (earlier.kind() == Kind.READ_LIST && earlier.key() == read.key()) {
        reference = observed(t, i);
      }
    }
    String actual = token(read.list());
    if (observed == null || (reference != null && !reference.equals(observed))) {
      found.add(line("Internal", t, index, null, actual, null));
    } else if (reference == null && !reversed(t)) {
      List<Long> expected = expectedList(t, read.key());
      if (!expected.equals(observed)) {
        Transaction last =
            expected.isEmpty()
                ? null
                : counting().stream()
                    .filter(s -> s.name() != t.name() && s.writes(read.key()) && visible(s, t))
                    .max(arbitration)
                    .orElseThrow();
        List<Long> whole = new ArrayList<>(expected);
        whole.addAll(own);
        found.add(line("External", t, index, token(whole), actual, last));
      }
    }
  }

  /** What a list read saw of others; null if it does not end with the own appends so far. */
  private static List<Long> observed(Transaction t, int index) {
    Operation read = t.operations().get(index);
    List<Long> own = appends(t.operations().subList(0, index), read.key());
    int others = read.list().size() - own.size();
    boolean ends = others >= 0 && read.list().subList(others, read.list().size()).equals(own);
    return ends ? read.list().subList(0, others) : null;
  }

  private static String token(Long value) {
    return value == null ? "nil" : value.toString();
  }

  private static String token(List<Long> list) {
    return list.stream().map(Object::toString).collect(Collectors.joining(",", "[", "]"));
  }

  private static String line(
      String kind, Transaction t, int index, String expected, String actual, Transaction writer) {
    String line = kind + " " + t.name() + " operation " + (index + 1) + " read " + actual;
    if (expected != null) {
      line += " for " + expected;
    }
    return writer == null ? line : line + " of " + writer.name();
  }
}
