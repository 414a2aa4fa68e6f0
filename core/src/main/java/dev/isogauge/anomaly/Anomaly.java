package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Something found in a history, with its evidence: one shape for all kinds, so that what tells of
 * it need not know the kind. Numbers are those of the {@link History} that was checked.
 *
 * @param kind what kind of anomaly it is; what all of a kind have in common stands there
 * @param parts the places that matter, in the order in which they are told
 * @param edges what comes before what, with reasons; a cycle ends with the edge that contradicts
 *     the rest
 * @param cases why there is no order, where that takes more than one cycle
 * @param level the weakest level that it violates, where the kind does not say so
 * @param expected what should have been read or should hold, unless a part says so
 * @param actual what was read or holds instead, unless a part says so
 * @param form which of several forms of its kind it has
 */
public record Anomaly(
    AnomalyKind kind,
    List<Part> parts,
    List<Edge> edges,
    Optional<Refutation> cases,
    Optional<IsolationLevel> level,
    Optional<String> expected,
    Optional<String> actual,
    Optional<Enum<?>> form) {
  public Anomaly {
    parts = List.copyOf(parts);
    edges = List.copyOf(edges);
  }

  /** One that consists of places. */
  public static Anomaly of(AnomalyKind kind, Part... parts) {
    return of(kind, List.of(parts), List.of());
  }

  /** One that consists of places and edges. */
  public static Anomaly of(AnomalyKind kind, List<Part> parts, List<Edge> edges) {
    return new Anomaly(
        kind,
        parts,
        edges,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A cycle. */
  public static Anomaly ofCycle(AnomalyKind kind, List<Edge> cycle) {
    return of(kind, List.of(), cycle);
  }

  /** A cycle in the commit order that the level forces: no commit order can exist. */
  public static Anomaly ofCommitOrder(IsolationLevel level, List<Edge> cycle) {
    int last = cycle.size() - 1;
    while (last > 0 && !cycle.get(last).isInferred()) {
      last--;
    }
    List<Edge> turned = new ArrayList<>(cycle);
    Collections.rotate(turned, cycle.size() - 1 - last);
    return ofCycle(AnomalyKind.COMMIT_ORDER_CYCLE, turned).at(level);
  }

  /** Operations that no order of versions explains at the level, and why. */
  public static Anomaly ofOperations(
      History history, IsolationLevel level, List<Integer> operations, Refutation refutation) {
    List<Integer> reads = List.of();
    List<Integer> versions = List.of();
    if (refutation instanceof Refutation.Shortage shortage) {
      reads = shortage.reads();
      versions = shortage.writes();
    }
    Set<Integer> all = new LinkedHashSet<>(operations);
    all.addAll(reads);
    all.addAll(versions);
    List<Part> parts = new ArrayList<>();
    for (int operation : all) {
      Role role =
          reads.contains(operation)
              ? Role.READER
              : versions.contains(operation) ? Role.VERSION : Role.UNEXPLAINED;
      int key = history.keyOf(operation < 0 ? reads.get(0) : operation);
      parts.add(Part.ofVersion(role, history, operation, key));
    }
    return new Anomaly(
        AnomalyKind.NO_VERSION_ORDER,
        parts,
        refutation instanceof Refutation.Contradiction only ? only.cycle() : List.of(),
        Optional.of(refutation),
        Optional.of(level),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A read of a value whose status is a fault: TAP-a to TAP-f. */
  public static Anomaly ofFaultyRead(History history, int read) {
    AnomalyKind kind = AnomalyKind.of(history.readStatus(read));
    int write = history.readFrom(read);
    int key = history.keyOf(read);
    List<Part> parts = new ArrayList<>();
    if (write != History.THIN_AIR) {
      parts.add(Part.ofVersion(Role.WRITER, history, write, key));
    }
    int end =
        switch (kind) {
          case NOT_MY_OWN_WRITE, NOT_MY_LAST_WRITE -> read;
          case INTERMEDIATE_READ -> history.endOperation(history.transactionOf(write));
          default -> 0;
        };
    int own = end - 1;
    while (own >= 0 && !(history.isWrite(own) && history.keyOf(own) == key)) {
      own--;
    }
    if (own >= 0) {
      parts.add(Part.ofOperation(Role.EXPECTED, history, own));
    }
    parts.add(Part.ofOperation(Role.READER, history, read));
    return of(kind, parts, List.of());
  }

  /** Visits every faulty read of a value, of the transactions that count. */
  public static void forEachFaultyRead(History history, IntConsumer found) {
    for (int t = 0; !history.allReadsClean() && t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (!history.isWrite(i) && !history.isListRead(i) && history.readStatus(i).isFault()) {
          found.accept(i);
        }
      }
    }
  }

  /** A read of a list that is wrong by itself. */
  public static Anomaly ofFaultyList(AnomalyKind kind, History history, int read) {
    Part reader = Part.ofOperation(Role.READER, history, read);
    return Place.seenBy(history, read)
        .map(seen -> of(kind, new Part(Role.WRITER, seen), reader))
        .orElseGet(() -> of(kind, reader));
  }

  /** A transaction that reads one key from two different others. */
  public static Anomaly ofRepeatedRead(History history, int first, int second) {
    List<Part> parts = new ArrayList<>();
    for (int read : new int[] {first, second}) {
      Place.seenBy(history, read).ifPresent(seen -> parts.add(new Part(Role.WRITER, seen)));
    }
    parts.add(Part.ofOperation(Role.FIRST, history, first));
    parts.add(Part.ofOperation(Role.SECOND, history, second));
    return of(AnomalyKind.NON_REPEATABLE_READ, parts, List.of());
  }

  /**
   * A transaction reads a key from t1 although t2, which overwrote that, is visible to it.
   *
   * @param overwrites t2's final write of the key
   * @param t1 the transaction read from, or {@code History.INITIAL}
   * @param firstBeforeSecond why t1 comes before t2
   * @param secondVisible why t2 is visible to the reader
   */
  public static Anomaly ofStaleRead(
      AnomalyKind kind,
      History history,
      int read,
      int t1,
      int overwrites,
      List<Edge> firstBeforeSecond,
      List<Edge> secondVisible) {
    List<Edge> edges = new ArrayList<>(firstBeforeSecond);
    IsolationLevel weakest = kind.violates().iterator().next();
    edges.add(
        new Edge(
            history.transactionOf(overwrites),
            t1,
            Justification.forced(weakest, read, secondVisible)));
    List<Part> parts = new ArrayList<>();
    Optional<Place> seen = Place.seenBy(history, read);
    if (seen.isPresent()) {
      parts.add(new Part(Role.WRITER, seen.get()));
    }
    parts.add(Part.ofOperation(Role.EXPECTED, history, overwrites));
    parts.add(Part.ofOperation(Role.READER, history, read));
    return of(kind, parts, edges);
  }

  /** Two transactions that overwrite the same version of a key, or neither of which came first. */
  public static Anomaly ofLostUpdate(
      History history, int key, int version, int firstWrite, int secondWrite) {
    List<Part> parts = new ArrayList<>();
    parts.add(Part.ofVersion(Role.VERSION, history, version, key));
    boolean first = addRead(history, Role.FIRST_READ, version, firstWrite, parts);
    parts.add(Part.ofOperation(Role.FIRST, history, firstWrite));
    boolean second = addRead(history, Role.SECOND_READ, version, secondWrite, parts);
    parts.add(Part.ofOperation(Role.SECOND, history, secondWrite));
    Anomaly anomaly = of(AnomalyKind.LOST_UPDATE, parts, List.of());
    return first && second ? anomaly : anomaly.at(IsolationLevel.SNAPSHOT_ISOLATION);
  }

  /** Adds the first read of a version in the transaction of a write, before that write. */
  private static boolean addRead(
      History history, Role role, int version, int write, List<Part> parts) {
    for (int i = history.firstOperation(history.transactionOf(write)); i < write; i++) {
      if (history.keyOf(i) == history.keyOf(write)
          && !history.isWrite(i)
          && !history.isUnknownRead(i)
          && ListSources.saw(history, i, version)) {
        parts.add(Part.ofOperation(role, history, i));
        return true;
      }
    }
    return false;
  }

  /** The same, which violates a level and those that imply it. */
  public Anomaly at(IsolationLevel weakest) {
    return new Anomaly(kind, parts, edges, cases, Optional.of(weakest), expected, actual, form);
  }

  /** The same with what should be and what is. */
  public Anomaly expecting(String should, String is) {
    return new Anomaly(
        kind, parts, edges, cases, level, Optional.of(should), Optional.of(is), form);
  }

  /** The same with what is. */
  public Anomaly showing(String is) {
    return new Anomaly(kind, parts, edges, cases, level, expected, Optional.of(is), form);
  }

  /** The same of a form of its kind. */
  public Anomaly as(Enum<?> one) {
    return new Anomaly(kind, parts, edges, cases, level, expected, actual, Optional.of(one));
  }

  /** The name of its form in reports; empty where its kind has one form only. */
  public String formId() {
    return form.map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-')).orElse("");
  }

  /** The parts that play a role. */
  public List<Part> parts(Role role) {
    return parts.stream().filter(part -> part.role() == role).toList();
  }

  /** The first part that plays a role. */
  public Optional<Part> find(Role role) {
    for (Part part : parts) {
      if (part.role() == role) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }

  /** The operation that plays a role, which there must be. */
  public int operation(Role role) {
    return find(role).orElseThrow().operation();
  }

  /** Its edges, if they form a cycle. */
  public List<Edge> cycle() {
    boolean isCycle = edges.size() > 1 && edges.get(0).from() == edges.get(edges.size() - 1).to();
    return isCycle ? edges : List.of();
  }

  /** Whether no single contradiction refutes it, but one in each of several cases. */
  public boolean isByCases() {
    return cases.isPresent() && !(cases.get() instanceof Refutation.Contradiction);
  }

  /** What people call it: as its kind, unless it is a cycle that is a lost update. */
  public String words(History history) {
    return isLostUpdate(history) ? "lost update" : kind.words();
  }

  /** What prevents it, the cheapest first. */
  public List<Remedy> remedies(History history) {
    return isLostUpdate(history) ? AnomalyKind.LOST_UPDATE.remedies() : kind.remedies();
  }

  /**
   * Whether one of two transactions overwrites what the other wrote, and had read what was before.
   */
  private boolean isLostUpdate(History history) {
    if (edges.size() != 2) {
      return false;
    }
    int first = overwrittenRead(edges.get(0));
    int second = overwrittenRead(edges.get(1));
    if (first >= 0 && second >= 0) {
      return history.keyOf(first) == history.keyOf(second)
          && ListSources.version(history, first) == ListSources.version(history, second);
    }
    Edge other = edges.get(first >= 0 ? 1 : 0);
    return Math.max(first, second) >= 0
        && other.relation() == Relation.OVERWRITES
        && history.keyOf(other.why().operation()) == history.keyOf(Math.max(first, second));
  }

  private static int overwrittenRead(Edge edge) {
    return edge.relation() == Relation.READ_OVERWRITTEN ? edge.why().operation() : History.NONE;
  }

  /** The levels that forbid it, weakest first; none if it contradicts a claim only. */
  public Set<IsolationLevel> forbiddenBy() {
    if (level.isPresent()) {
      IsolationLevel weakest = cases.isPresent() ? cases.get().weakest(level.get()) : level.get();
      Set<IsolationLevel> levels = IsolationLevel.allThatImply(weakest);
      return weakest.isOfReplicas() || weakest.isInBetween() ? levels : shown(levels);
    }
    Set<IsolationLevel> levels = shown(kind.violates());
    if (isFork()) {
      levels.add(IsolationLevel.PREFIX_CONSISTENCY);
    }
    return levels;
  }

  /**
   * Levels as reports list them: without those that replicas promise, unless the first is a session
   * guarantee, and without those in between. A list would be twice as long, and say no more.
   */
  private static Set<IsolationLevel> shown(Set<IsolationLevel> levels) {
    boolean ofReplicas =
        !levels.isEmpty() && IsolationLevel.sessionGuarantees().contains(levels.iterator().next());
    Set<IsolationLevel> shown = EnumSet.noneOf(IsolationLevel.class);
    for (IsolationLevel level : levels) {
      if ((ofReplicas || !level.isOfReplicas()) && !level.isInBetween()) {
        shown.add(level);
      }
    }
    return shown;
  }

  /** Whether it is a cycle like a long fork, which is what replicas that lag show. */
  private boolean isFork() {
    return breaksPrefixes()
        && edges.stream().filter(edge -> edge.relation().isReadWrite()).count() > 1;
  }

  /**
   * Whether it is a cycle of dependencies that contradicts prefix consistency: each anti-dependency
   * follows on a session's order or a read, so no single order of commits begins with all that its
   * reader saw.
   */
  public boolean breaksPrefixes() {
    if (!kind.isCycle() || edges.isEmpty()) {
      return false;
    }
    Relation before = edges.get(edges.size() - 1).relation();
    for (Edge edge : edges) {
      switch (edge.relation()) {
        case INITIAL_FIRST, SESSION_ORDER, READS_FROM, OVERWRITES -> {}
        case READ_OVERWRITTEN -> {
          if (before != Relation.SESSION_ORDER && before != Relation.READS_FROM) {
            return false;
          }
        }
        default -> {
          return false;
        }
      }
      before = edge.relation();
    }
    return true;
  }

  /** By what distinguishes most of them: there may be many. */
  @Override
  public int hashCode() {
    return 31 * (31 * parts.hashCode() + edges.hashCode()) + kind.ordinal();
  }
}
