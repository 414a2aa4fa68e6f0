package dev.isogauge.check.timestamp.online;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Party;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.check.timestamp.online.Sample.Kind;
import dev.isogauge.check.timestamp.online.Sample.Operation;
import dev.isogauge.check.timestamp.online.Sample.Transaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All findings of a small history, from the definitions, without any thought of cost. */
final class NaiveModel {
  private final boolean snapshots;
  private final Atoms atoms;
  private final List<Transaction> all;
  private final List<Transaction> counting;
  private final List<TimestampFinding> findings = new ArrayList<>();

  private NaiveModel(boolean snapshots, Sample sample, Atoms atoms) {
    this.snapshots = snapshots;
    this.atoms = atoms;
    this.all = sample.transactions();
    this.counting = all.stream().filter(Transaction::counts).toList();
  }

  static List<TimestampFinding> findings(boolean snapshots, Sample sample, Atoms atoms) {
    NaiveModel model = new NaiveModel(snapshots, sample, atoms);
    model.run();
    return model.findings;
  }

  private void run() {
    for (Transaction t : counting) {
      if (snapshots && t.start().compareTo(t.commit()) > 0) {
        add(AnomalyKind.TIMESTAMP_ORDER, t, Optional.empty(), "", 0, "", "");
      }
      session(t);
      TreeMap<Long, List<Integer>> keys = new TreeMap<>();
      for (int i = 0; i < t.operations().size(); i++) {
        keys.computeIfAbsent(t.operations().get(i).key(), k -> new ArrayList<>()).add(i);
      }
      keys.forEach((key, places) -> reads(t, key, places));
      for (Transaction other : counting) {
        if (ar(other, t) < 0) {
          pair(t, other);
        }
      }
    }
  }

  private void session(Transaction t) {
    List<Transaction> earlier =
        all.stream()
            .filter(o -> o.session() == t.session() && place(o, t) < 0)
            .sorted(this::place)
            .toList();
    Optional<Transaction> predecessor =
        earlier.stream().filter(o -> follows(t, o)).reduce((first, second) -> second);
    if (predecessor.isEmpty()) {
      return;
    }
    Transaction p = predecessor.get();
    long expected = earlier.get(earlier.size() - 1).number() + 1;
    if (t.number() != RawBlock.NO_NUMBER && t.number() != expected) {
      add(
          AnomalyKind.SESSION, t, predecessor, "", 0, "number " + expected, "number " + t.number());
    } else if (snapshots && t.start().compareTo(p.commit()) < 0) {
      add(
          AnomalyKind.SESSION,
          t,
          predecessor,
          "",
          0,
          "start at or after " + p.commit(),
          "start " + t.start());
    } else if (!snapshots && t.commit().compareTo(p.commit()) < 0) {
      add(
          AnomalyKind.SESSION,
          t,
          predecessor,
          "",
          0,
          "commit at or after " + p.commit(),
          "commit " + t.commit());
    }
  }

  private boolean isList(long key) {
    return counting.stream()
        .flatMap(t -> t.operations().stream())
        .anyMatch(o -> o.key() == key && (o.kind() == Kind.APPEND || o.kind() == Kind.READ_LIST));
  }

  private void reads(Transaction t, long key, List<Integer> places) {
    if (isList(key)) {
      listReads(t, key, places);
      return;
    }
    Optional<Long> reference = Optional.empty();
    for (int i : places) {
      Operation o = t.operations().get(i);
      if (o.kind() == Kind.READ_UNKNOWN) {
        continue;
      }
      if (o.kind() == Kind.READ && reference.isPresent() && reference.get() != o.value()) {
        internal(t, key, i, atoms.token(reference.get()), atoms.token(o.value()));
      } else if (o.kind() == Kind.READ && reference.isEmpty() && isJudged(t)) {
        Optional<Transaction> writer =
            visible(t, key).stream().reduce((first, second) -> second);
        long expected =
            writer
                .flatMap(
                    w ->
                        w.operations().stream()
                            .filter(x -> x.key() == key && x.kind() == Kind.WRITE)
                            .map(Operation::value)
                            .reduce((first, second) -> second))
                .orElse(Atoms.NIL);
        if (expected != o.value()) {
          add(
              AnomalyKind.EXTERNAL,
              t,
              writer,
              atoms.token(key),
              i + 1,
              atoms.token(expected),
              atoms.token(o.value()));
        }
      }
      reference = Optional.of(o.value());
    }
  }

  private void listReads(Transaction t, long key, List<Integer> places) {
    List<Long> own = new ArrayList<>();
    Optional<List<Long>> observed = Optional.empty();
    for (int i : places) {
      Operation o = t.operations().get(i);
      if (o.kind() == Kind.APPEND) {
        own.add(o.value());
      } else if (o.kind() != Kind.READ_UNKNOWN) {
        List<Long> seen = o.elements();
        int before = seen.size() - own.size();
        boolean ends = before >= 0 && seen.subList(before, seen.size()).equals(own);
        if (ends && observed.isEmpty()) {
          observed = Optional.of(seen.subList(0, before));
          external(t, key, i, observed.get());
        } else if (!ends || !observed.get().equals(seen.subList(0, before))) {
          List<Long> expected = new ArrayList<>(observed.orElse(List.of()));
          expected.addAll(own);
          internal(t, key, i, list(expected), list(seen));
        }
      }
    }
  }

  private void external(Transaction t, long key, int operation, List<Long> observed) {
    if (!isJudged(t)) {
      return;
    }
    List<Transaction> writers = visible(t, key);
    List<Long> expected =
        writers.stream()
            .flatMap(w -> w.operations().stream())
            .filter(o -> o.key() == key && o.kind() == Kind.APPEND)
            .map(Operation::value)
            .toList();
    if (!expected.equals(observed)) {
      add(
          AnomalyKind.EXTERNAL,
          t,
          writers.stream().reduce((first, second) -> second),
          atoms.token(key),
          operation + 1,
          list(expected),
          list(observed));
    }
  }

  private boolean isJudged(Transaction t) {
    return !snapshots || t.start().compareTo(t.commit()) <= 0;
  }

  /** The writers of a key that a transaction sees, in AR. */
  private List<Transaction> visible(Transaction t, long key) {
    return counting.stream()
        .filter(w -> writes(w, key) && ar(w, t) < 0 && !follows(w, t))
        .filter(w -> !snapshots || w.commit().compareTo(t.start()) <= 0)
        .sorted(this::ar)
        .toList();
  }

  private void pair(Transaction later, Transaction earlier) {
    boolean participate = isJudged(later) && isJudged(earlier);
    for (long key = 1; key <= 4; key++) {
      if (snapshots
          && participate
          && writes(later, key)
          && writes(earlier, key)
          && later.start().compareTo(earlier.commit()) < 0) {
        add(
            AnomalyKind.NO_CONFLICT,
            later,
            Optional.of(earlier),
            atoms.token(key),
            0,
            "",
            "");
      }
    }
    boolean tie =
        later.updates()
            && earlier.updates()
            && later.commit().equals(earlier.commit())
            && (!snapshots
                || (later.start().equals(later.commit())
                    && earlier.start().equals(earlier.commit())));
    for (long key = 1; tie && key <= 4; key++) {
      if ((writes(later, key) && touches(earlier, key))
          || (writes(earlier, key) && touches(later, key))) {
        add(AnomalyKind.TIMESTAMP_TIE, later, Optional.of(earlier), "", 0, "", "");
        tie = false;
      }
    }
  }

  private static boolean writes(Transaction t, long key) {
    return t.operations().stream()
        .anyMatch(o -> o.key() == key && (o.kind() == Kind.WRITE || o.kind() == Kind.APPEND));
  }

  private static boolean touches(Transaction t, long key) {
    return t.operations().stream().anyMatch(o -> o.key() == key && o.kind() != Kind.READ_UNKNOWN);
  }

  private int ar(Transaction left, Transaction right) {
    return Comparator.comparing(Transaction::commit)
        .thenComparing(t -> !t.updates())
        .thenComparing(Transaction::start)
        .thenComparing(Transaction::session)
        .thenComparing(this::place)
        .compare(left, right);
  }

  private int place(Transaction left, Transaction right) {
    return left.number() == RawBlock.NO_NUMBER
        ? Integer.compare(left.index(), right.index())
        : Comparator.comparing(Transaction::number)
            .thenComparing(Transaction::commit)
            .thenComparing(Transaction::start)
            .thenComparing(Transaction::name)
            .compare(left, right);
  }

  private boolean follows(Transaction later, Transaction earlier) {
    return later.session() == earlier.session()
        && earlier.outcome() == Outcome.COMMITTED
        && place(later, earlier) > 0
        && !(later.begin() != RawBlock.NO_TIME
            && earlier.end() != RawBlock.NO_TIME
            && later.begin() < earlier.end());
  }

  private String list(List<Long> elements) {
    return elements.stream().map(atoms::token).collect(Collectors.joining(",", "[", "]"));
  }

  private void internal(Transaction t, long key, int operation, String expected, String actual) {
    add(
        AnomalyKind.INTERNAL,
        t,
        Optional.empty(),
        atoms.token(key),
        operation + 1,
        expected,
        actual);
  }

  private void add(
      AnomalyKind kind,
      Transaction t,
      Optional<Transaction> other,
      String key,
      int operation,
      String expected,
      String actual) {
    findings.add(
        new TimestampFinding(
            kind,
            party(t),
            other.map(this::party),
            key.isEmpty() ? Optional.empty() : Optional.of(key),
            operation,
            expected,
            actual,
            ReadSource.NOT_KNOWN));
  }

  private Party party(Transaction t) {
    long place =
        t.number() != RawBlock.NO_NUMBER
            ? t.number()
            : all.stream()
                .filter(o -> o.session() == t.session() && o.index() <= t.index())
                .count();
    return new Party(
        t.name() != Atoms.NO_NAME ? atoms.token(t.name()) : t.session() + "." + place,
        Long.toString(t.session()),
        t.start().toString(),
        t.commit().toString());
  }
}
