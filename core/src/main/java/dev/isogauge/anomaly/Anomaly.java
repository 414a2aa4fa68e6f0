package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Something found in a history, with its evidence. Numbers are those of the {@link
 * dev.isogauge.history.History} that was checked: transactions, operations and keys; {@code
 * History.INITIAL} stands for the initial transaction or write.
 */
public sealed interface Anomaly {

  /** What kind of anomaly it is. */
  AnomalyKind kind();

  /**
   * A read that is wrong by itself: TAP-a to TAP-f.
   *
   * @param transaction the reader
   * @param read the reading operation
   * @param write the write it saw, or {@code History.INITIAL} or {@code History.THIN_AIR}
   */
  record FaultyRead(AnomalyKind kind, int transaction, int read, int write) implements Anomaly {

    /** The anomaly of a read whose status is a fault. */
    public static FaultyRead of(History history, int read) {
      return new FaultyRead(
          AnomalyKind.of(history.readStatus(read)),
          history.transactionOf(read),
          read,
          history.readFrom(read));
    }

    /** Hands over every faulty read of the transactions that count. */
    public static void forEach(History history, Consumer<? super FaultyRead> found) {
      for (int t = 0; !history.allReadsClean() && t < history.transactionCount(); t++) {
        for (int i = history.firstOperation(t);
            history.counts(t) && i < history.endOperation(t);
            i++) {
          if (!history.isWrite(i) && !history.isListRead(i) && history.readStatus(i).isFault()) {
            found.accept(of(history, i));
          }
        }
      }
    }
  }

  /** TAP-g: a cycle of session order and reads-from. */
  record CausalCycle(List<Edge> cycle) implements Anomaly {
    public CausalCycle {
      cycle = List.copyOf(cycle);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.CYCLIC_CAUSALITY;
    }
  }

  /**
   * TAP-h, i, k, l, m and n: t3 reads a key from t1 although t2, which writes that key and comes
   * after t1, is visible to it.
   *
   * @param key the key read
   * @param read t3's first read of the key from t1 for which this holds
   * @param overwrites t2's final write of the key
   * @param firstBeforeSecond why t1 comes before t2: edges from t1 to t2
   * @param secondVisibleToThird why t2 is visible to t3: edges from t2 to t3
   */
  record StaleRead(
      AnomalyKind kind,
      int t1,
      int t2,
      int t3,
      int key,
      int read,
      int overwrites,
      List<Edge> firstBeforeSecond,
      List<Edge> secondVisibleToThird)
      implements Anomaly {
    public StaleRead {
      firstBeforeSecond = List.copyOf(firstBeforeSecond);
      secondVisibleToThird = List.copyOf(secondVisibleToThird);
    }

    /** By what distinguishes most of them: there may be many. */
    @Override
    public int hashCode() {
      return 31 * (31 * read + overwrites) + kind.ordinal();
    }
  }

  /**
   * TAP-j: a transaction reads one key from two different others.
   *
   * @param firstRead its first read of the key
   * @param secondRead its first read of the key that sees another transaction
   */
  record NonRepeatableRead(int transaction, int key, int firstRead, int secondRead)
      implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.NON_REPEATABLE_READ;
    }
  }

  /** A cycle in the commit order that the level forces: no commit order can exist. */
  record CommitOrderCycle(IsolationLevel level, List<Edge> cycle) implements Anomaly {
    public CommitOrderCycle {
      cycle = List.copyOf(cycle);
    }

    @Override
    public int hashCode() {
      return 31 * cycle.hashCode() + level.ordinal();
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.COMMIT_ORDER_CYCLE;
    }
  }

  /**
   * A note: one value of a key has two writers, so a read of it does not show which write it saw.
   *
   * @param firstWrite a write, or {@code History.INITIAL}
   * @param secondWrite a write of another transaction
   */
  record DuplicateWrite(int key, int firstWrite, int secondWrite) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.DUPLICATE_WRITE;
    }
  }

  /**
   * A note: a transaction began before an earlier one of its session ended; no order is assumed.
   */
  record OverlappingSession(int session, int earlier, int later) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.OVERLAPPING_SESSION;
    }
  }

  /**
   * Something that contradicts the timestamps.
   *
   * @param transaction the one at fault: the reader, or the later one of a pair
   * @param other the other one, {@code History.INITIAL} where there is none
   * @param operation the read, or the write of a pair's later transaction; {@code History.NONE} if
   *     there is none
   * @param finding the whole story in names
   */
  record TimestampViolation(int transaction, int other, int operation, TimestampFinding finding)
      implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return finding.kind();
    }
  }

  /**
   * The claimed serial order has a transaction before one that it should follow.
   *
   * @param earlier the one that should come first
   * @param later the one that the order claims to come first
   * @param relation why it should not: session order or real time
   */
  record OrderViolation(int earlier, int later, Relation relation) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.ORDER_VIOLATION;
    }
  }

  /**
   * A result that transactions would not have had, had they run in the claimed serial order.
   *
   * @param transaction the reader
   * @param read the read of a key; -1 if it is a predicate read
   * @param predicate the predicate read; -1 if it is the read of a key
   * @param expected the result that it would have had
   * @param actual the result that it had
   * @param rows where the two differ; for an aggregate, what it would be computed over. Not more
   *     than a few of them
   */
  record ReplayMismatch(
      int transaction,
      int read,
      int predicate,
      String expected,
      String actual,
      List<ReplayedRow> rows)
      implements Anomaly {
    public ReplayMismatch {
      rows = List.copyOf(rows);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.REPLAY_MISMATCH;
    }
  }

  /** A cycle of dependencies. */
  record DependencyCycle(AnomalyKind kind, List<Edge> cycle) implements Anomaly {
    public DependencyCycle {
      cycle = List.copyOf(cycle);
    }

    /**
     * Whether it contradicts prefix consistency: each anti-dependency follows on a session's order
     * or a read, so no single order of commits begins with all that its reader saw.
     */
    public boolean breaksPrefixes() {
      Relation before = cycle.get(cycle.size() - 1).relation();
      for (Edge edge : cycle) {
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
  }

  /**
   * Two transactions read the same version of a key and both overwrite it.
   *
   * @param version the write that both read, or {@code History.INITIAL}
   */
  record LostUpdate(int key, int version, int firstWrite, int secondWrite) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.LOST_UPDATE;
    }
  }

  /** A read of a list that is wrong by itself. */
  record FaultyListRead(AnomalyKind kind, int transaction, int read) implements Anomaly {}

  /**
   * Two reads of a list of which neither shows a beginning of the other.
   *
   * @param common how many elements they have in common at the beginning
   */
  record IncompatibleOrder(int key, int firstRead, int secondRead, int common) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.INCOMPATIBLE_ORDER;
    }
  }

  /**
   * What is known of a key's versions puts them in a circle.
   *
   * @param writes the writes of these versions; {@code History.INITIAL} may be among them
   */
  record CyclicVersions(int key, List<Integer> writes) implements Anomaly {
    public CyclicVersions {
      writes = List.copyOf(writes);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.CYCLIC_VERSIONS;
    }
  }

  /**
   * One key's operations cannot be put into an order that agrees with values and real time. What
   * the two lists hold depends on the fault.
   *
   * @param transactions those that contradict one another; {@code History.INITIAL} may be among
   *     them
   * @param others those that the contradiction is with
   */
  record NonLinearizable(
      LinearFault fault, int key, List<Integer> transactions, List<Integer> others)
      implements Anomaly {
    public NonLinearizable {
      transactions = List.copyOf(transactions);
      others = List.copyOf(others);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.NON_LINEARIZABLE;
    }
  }

  /**
   * No order of versions explains some operations.
   *
   * @param level the level that every order would break
   * @param operations the reads and writes it takes: without any one of them there is an order
   * @param refutation why there is none
   */
  record NoVersionOrder(IsolationLevel level, List<Integer> operations, Refutation refutation)
      implements Anomaly {
    public NoVersionOrder {
      operations = List.copyOf(operations);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.NO_VERSION_ORDER;
    }
  }

  /**
   * A version in a version set that is wrong by itself.
   *
   * @param predicate the predicate read
   * @param value the atom of the version's value
   * @param write the write that the version set means, or {@code History.THIN_AIR}
   */
  record FaultyMember(
      AnomalyKind kind, int transaction, int predicate, int key, long value, int write)
      implements Anomaly {}

  /**
   * A predicate read returned something other than its condition gives on its version set.
   *
   * @param predicate the predicate read
   * @param missing keys that match and were not returned
   * @param unexpected keys that were returned and do not match
   * @param different keys that were returned with another value than the version set has
   * @param aggregate the value that the aggregate has, if it is one
   */
  record ResultSetMismatch(
      int transaction,
      int predicate,
      List<Integer> missing,
      List<Integer> unexpected,
      List<Integer> different,
      Optional<String> aggregate)
      implements Anomaly {
    public ResultSetMismatch {
      missing = List.copyOf(missing);
      unexpected = List.copyOf(unexpected);
      different = List.copyOf(different);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.RESULT_SET_MISMATCH;
    }
  }

  /**
   * A committed transaction overwrote what an aborted one wrote.
   *
   * @param abortedWrite a write in the version order
   * @param laterWrite a committed write behind it
   */
  record DirtyUpdate(int key, int abortedWrite, int laterWrite) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.DIRTY_UPDATE;
    }
  }

  /** G-SIa: the later transaction does not have the earlier one in its snapshot. */
  record UnseenDependency(Edge edge) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.G_SIA;
    }
  }

  /** G-SIb: a cycle of start edges and one anti-dependency. */
  record SnapshotCycle(List<Edge> cycle) implements Anomaly {
    public SnapshotCycle {
      cycle = List.copyOf(cycle);
    }

    @Override
    public AnomalyKind kind() {
      return AnomalyKind.G_SIB;
    }
  }

  /** A note: a version order that should be whole lacks a write. */
  record MissingVersion(int key, int write) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.MISSING_VERSION;
    }
  }

  /**
   * A note: a version order lists a version that no transaction wrote, or one version twice. Key,
   * value and writer are atoms, since the history need not contain them.
   *
   * @param writer the atom of the writer's name, or {@code Atoms.NO_NAME}
   */
  record UnknownVersion(long key, long value, long writer) implements Anomaly {
    @Override
    public AnomalyKind kind() {
      return AnomalyKind.UNKNOWN_VERSION;
    }
  }
}
