package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * Checks a witness again by the axioms of its level, trusting nothing but the history. Given the
 * commit order, an axiom says: of all writers of x that are visible to a reader of x, none comes
 * after the one that was read.
 *
 * <p>Verifiers share with the checkers only the model of a history, which includes the write that
 * each read saw, and the evaluation of SQL conditions on single rows (package {@code predicate}).
 *
 * <pre>{@code
 * if (verdict instanceof Verdict.Satisfied satisfied) {
 *   Optional<String> flaw = WitnessVerifier.refute(history, question, satisfied.witness());
 * }
 * }</pre>
 */
public final class WitnessVerifier {
  private final History history;
  private final IsolationLevel level;

  /** By transaction: its place in the commit order, -1 if it does not count. */
  private final int[] position;

  private WitnessVerifier(History history, IsolationLevel level) {
    this.history = history;
    this.level = level;
    this.position = new int[history.transactionCount()];
    Arrays.fill(position, -1);
  }

  /** What is wrong with the witness; empty if it proves that the answer is yes. */
  public static Optional<String> refute(History history, Question question, Witness witness) {
    if (witness instanceof Witness.ClaimedTimestamps) {
      return question.order() == OrderSource.TIMESTAMPS
          ? new TimestampVerifier(history, question.level()).refute()
          : Optional.of("timestamps prove nothing about other orders");
    }
    if (witness instanceof Witness.Linearization linearization) {
      return question.level() == IsolationLevel.LINEARIZABILITY
          ? LinearizationVerifier.refute(history, linearization)
          : Optional.of("a linearization proves linearizability only");
    }
    if (question.order() == OrderSource.VERSION_ORDER) {
      return refute(history, anyOrder(question), witness)
          .or(() -> GivenOrderVerifier.refute(history, witness));
    }
    if (question.order().isClaim()
        && question.order() != OrderSource.CERTIFICATE
        && !(question.order() == OrderSource.REPLAY && witness instanceof Witness.SerialOrder)) {
      return Optional.of("the witness does not speak of " + question.order().id());
    }
    boolean strict = question.level() == IsolationLevel.STRICT_SERIALIZABILITY;
    boolean sessions = question.level().usesSessionOrder() && question.sessionOrder();
    boolean predicates = question.order().isClaim() && question.level() != IsolationLevel.PL_2_99;
    if (witness instanceof Witness.SerialOrder order) {
      Optional<String> flaw =
          new RunVerifier(history, sessions, strict, predicates).refuteSerial(order.transactions());
      return question.order() == OrderSource.REPLAY
          ? flaw.or(() -> new ReplayVerifier(history).refute(order.transactions()))
          : flaw;
    }
    if (witness instanceof Witness.StartsAndCommits run) {
      if (IsolationLevel.PREFIX_CONSISTENCY.implies(question.level())) {
        return new RunVerifier(history, sessions, false, predicates).refutePrefixes(run.events());
      }
      return allowsSkew(question.level())
          ? new RunVerifier(history, sessions, false, predicates).refuteSnapshots(run.events())
          : Optional.of("a run on snapshots proves no more than snapshot isolation");
    }
    if (question.level() == IsolationLevel.PL_1 || question.level() == IsolationLevel.PL_2) {
      return witness instanceof Witness.CommitOrder order
          ? new WitnessVerifier(history, question.level()).refuteWriters(order)
          : Optional.of("the witness is not a commit order");
    }
    return refute(history, question.level(), witness);
  }

  private static Question anyOrder(Question question) {
    return new Question(question.level(), OrderSource.NONE, question.sessionOrder());
  }

  /** Whether a run on snapshots proves the level. */
  private static boolean allowsSkew(IsolationLevel level) {
    return IsolationLevel.SNAPSHOT_ISOLATION.implies(level) || IsolationLevel.PL_SI.implies(level);
  }

  /** What is wrong with the witness; empty if it proves that the level holds in some order. */
  public static Optional<String> refute(History history, IsolationLevel level, Witness witness) {
    WitnessVerifier verifier = new WitnessVerifier(history, level);
    if (level == IsolationLevel.CUT_ISOLATION) {
      return verifier.refuteCut();
    }
    if (witness instanceof Witness.ChosenWriters chosen) {
      return new ChosenWritersVerifier(history, level, chosen).refute();
    }
    if (!(witness instanceof Witness.CommitOrder order)) {
      return Optional.of("the witness is not a commit order");
    }
    if (history.hasLists()) {
      return verifier
          .refuteWriters(order)
          .or(verifier::refuteSessions)
          .or(() -> verifier.refuteLists(order));
    }
    return verifier
        .refutePermutation(order)
        .or(() -> verifier.refuteReads())
        .or(verifier::refuteSessions)
        .or(() -> verifier.refuteAxiom(order));
  }

  private Optional<String> refuteLists(Witness.CommitOrder order) {
    return switch (level) {
      case READ_COMMITTED, READ_ATOMIC, CAUSAL ->
          new ListWitnessVerifier(history, level, order, position).refute();
      default -> refuteAxiom(order);
    };
  }

  private Optional<String> refuteWriters(Witness.CommitOrder order) {
    return refutePermutation(order)
        .or(
            () ->
                new WriterOrderVerifier(history, level != IsolationLevel.PL_1, position).refute());
  }

  private Optional<String> refuteCut() {
    for (int t = 0; t < history.transactionCount(); t++) {
      Int2IntOpenHashMap sources = new Int2IntOpenHashMap();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.counts(t) && isRead(i, ReadStatus.EXTERNAL)) {
          int source = source(i);
          if (sources.getOrDefault(history.keyOf(i), source) != source) {
            return Optional.of(name(t) + " reads " + key(i) + " from two transactions");
          }
          sources.put(history.keyOf(i), source);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refutePermutation(Witness.CommitOrder order) {
    for (int place = 0; place < order.size(); place++) {
      int t = order.transaction(place);
      if (!history.counts(t) || position[t] >= 0) {
        return Optional.of(name(t) + " does not count or is twice in the commit order");
      }
      position[t] = place;
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t) && position[t] < 0) {
        return Optional.of(name(t) + " is missing in the commit order");
      }
    }
    return Optional.empty();
  }

  /** Every read of a register must be clean, and its writer must come first. */
  private Optional<String> refuteReads() {
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (history.counts(t) && !history.isWrite(i) && !history.isListRead(i)) {
        ReadStatus status = history.readStatus(i);
        if (status.isFault() || status == ReadStatus.SEVERAL) {
          return Optional.of(name(t) + " reads " + key(i) + " with status " + status);
        }
        if (status == ReadStatus.EXTERNAL && place(source(i)) >= position[t]) {
          return Optional.of(name(t) + " comes before " + name(source(i)) + ", which it reads");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteSessions() {
    DefinedSessionOrder sessions = new DefinedSessionOrder(history);
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        for (int predecessor : sessions.before(t)) {
          if (position[predecessor] >= position[t]) {
            return Optional.of(name(t) + " comes before " + name(predecessor) + " of its session");
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refuteAxiom(Witness.CommitOrder order) {
    VisibleWrites writes = new VisibleWrites(history, position);
    return switch (level) {
      case READ_COMMITTED -> writes.refuteReadCommitted();
      case READ_ATOMIC -> writes.refuteReadAtomic();
      case CAUSAL -> writes.refuteCausal(order);
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
          new GuaranteeVerifier(history, level, position).refute();
      case CUT_ISOLATION -> Optional.empty();
      default -> Optional.of("a commit order alone proves nothing about " + level.id());
    };
  }

  private boolean isRead(int operation, ReadStatus status) {
    return !history.isWrite(operation)
        && !history.isListRead(operation)
        && history.readStatus(operation) == status;
  }

  private int source(int read) {
    int from = history.readFrom(read);
    return from == History.INITIAL ? History.INITIAL : history.transactionOf(from);
  }

  private int place(int transaction) {
    return transaction == History.INITIAL ? -1 : position[transaction];
  }

  private String name(int transaction) {
    return history.transactionName(transaction);
  }

  private String key(int operation) {
    return history.keyName(history.keyOf(operation));
  }
}
