package dev.isogauge.oracle;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Oracle.Answer;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import dev.isogauge.verdict.Witness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides weak levels of a history in which reads have several possible writers, by trying every
 * choice: a history in which each read names its writer leaves nothing open.
 */
public final class WriterChoices {
  /** More choices than this are not tried. */
  private static final int MOST = 3_000;

  private final TinyHistory named;
  private final List<Reading> open = new ArrayList<>();

  public WriterChoices(TinyHistory history) {
    named = named(history);
    List<Transaction> transactions = named.transactions();
    for (Reading reading : Reading.all(named)) {
      if (reading.sight() == Sight.SEVERAL
          && transactions.get(reading.reader()).outcome() != Outcome.ABORTED) {
        open.add(reading);
      }
    }
  }

  /** Whether the choices are few enough to try them all. */
  public boolean areFew() {
    long product = 1;
    for (Reading reading : open) {
      product = Math.min(MOST + 1L, product * reading.writes().size());
    }
    return product <= MOST;
  }

  /** Satisfied if some choice satisfies the level, and violated if none does. */
  public Answer answer(IsolationLevel level) {
    return isSatisfied(level, 0, new HashMap<>()) ? Answer.SATISFIED : Answer.VIOLATED;
  }

  private boolean isSatisfied(IsolationLevel level, int next, Map<Integer, Integer> chosen) {
    if (next == open.size()) {
      return new Oracle(resolved(chosen)).bySaturation(level) == Answer.SATISFIED;
    }
    for (int write : open.get(next).writes()) {
      chosen.put(open.get(next).operation(), write);
      if (isSatisfied(level, next + 1, chosen)) {
        return true;
      }
    }
    return false;
  }

  /** How many reads of two versions there are under the choice that leaves the fewest. */
  public long fewestNonRepeatableReads() {
    return fewestNonRepeatableReads(0, new HashMap<>());
  }

  private long fewestNonRepeatableReads(int next, Map<Integer, Integer> chosen) {
    if (next == open.size()) {
      return new Oracle(resolved(chosen))
          .findings().stream().filter(finding -> finding.letter() == 'j').count();
    }
    long fewest = Long.MAX_VALUE;
    for (int write : open.get(next).writes()) {
      chosen.put(open.get(next).operation(), write);
      fewest = Math.min(fewest, fewestNonRepeatableReads(next + 1, chosen));
    }
    return fewest;
  }

  /**
   * Whether the choice and the order of a witness prove the level. A run may contain transactions
   * of unknown outcome that nobody reads from; without them it is a run, too.
   */
  public boolean accepts(IsolationLevel level, Witness witness) {
    Map<Integer, Integer> chosen = new HashMap<>();
    Facts facts = new Facts(named);
    for (Reading reading : open) {
      OptionalInt writer = witness.writer(reading.operation());
      if (writer.isPresent()) {
        for (int write : reading.writes()) {
          if (facts.transactionOf(write) == writer.getAsInt()) {
            chosen.put(reading.operation(), write);
          }
        }
      }
    }
    Oracle oracle = new Oracle(resolved(chosen));
    return !oracle.facts().leavesOut()
        && oracle.accepts(
            level,
            Arrays.stream(witness.commitOrder())
                .boxed()
                .filter(oracle.counting()::contains)
                .toList());
  }

  /** What is wrong with an argument by cases. */
  public Optional<String> flaw(Shapes.NoOrder anomaly, IsolationLevel level) {
    if (anomaly.level() != level) {
      return Optional.of("another level: " + anomaly.level());
    }
    return flaw(anomaly.refutation(), level, new HashMap<>());
  }

  private Optional<String> flaw(
      Refutation refutation, IsolationLevel level, Map<Integer, Integer> chosen) {
    if (refutation instanceof Refutation.Contradiction contradiction) {
      TinyHistory resolved = resolved(chosen);
      return new Confirm(new Oracle(resolved), resolved.toHistory())
          .falseClaim(Anomaly.ofCommitOrder(level, contradiction.cycle()), level);
    }
    if (!(refutation instanceof Refutation.Cases cases)
        || !(cases.choice() instanceof Refutation.Source source)) {
      return Optional.of("no argument: " + refutation);
    }
    boolean all =
        Reading.all(named).stream()
            .anyMatch(
                reading ->
                    reading.operation() == source.read()
                        && possibleWrites(reading).equals(source.writes()));
    if (!all || source.writes().size() != cases.options().size()) {
      return Optional.of("not every case is told: " + source);
    }
    for (int i = 0; i < source.writes().size(); i++) {
      Map<Integer, Integer> more = new HashMap<>(chosen);
      more.put(source.read(), source.writes().get(i));
      Optional<String> flaw = flaw(cases.options().get(i), level, more);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  /** Without those of transactions that cannot have happened. */
  private List<Integer> possibleWrites(Reading reading) {
    Facts facts = new Facts(named);
    return reading.writes().stream()
        .filter(
            write ->
                write == History.INITIAL
                    || Reading.all(named).stream()
                        .noneMatch(
                            other ->
                                other.reader() == facts.transactionOf(write)
                                    && other.sight().isFault()))
        .toList();
  }

  private static TinyHistory named(TinyHistory history) {
    List<List<Transaction>> sessions = new ArrayList<>();
    int number = 0;
    for (List<Transaction> session : history.sessions()) {
      List<Transaction> copy = new ArrayList<>();
      for (Transaction transaction : session) {
        copy.add(
            transaction.name().isPresent() ? transaction : transaction.named("unnamed" + number));
        number++;
      }
      sessions.add(copy);
    }
    return new TinyHistory(sessions);
  }

  /** The history whose reads name the writers chosen, by the numbers of operations. */
  private TinyHistory resolved(Map<Integer, Integer> chosen) {
    Facts facts = new Facts(named);
    List<Transaction> all = named.transactions();
    List<List<Transaction>> sessions = new ArrayList<>();
    int next = 0;
    for (List<Transaction> session : named.sessions()) {
      List<Transaction> copy = new ArrayList<>();
      for (Transaction transaction : session) {
        List<Operation> operations = new ArrayList<>();
        for (Operation operation : transaction.operations()) {
          Integer write = chosen.get(next++);
          operations.add(
              write == null
                  ? operation
                  : Operation.readFrom(
                      operation.key(),
                      operation.value(),
                      write == History.INITIAL
                          ? TinyHistory.INIT
                          : all.get(facts.transactionOf(write)).name().orElseThrow()));
        }
        copy.add(transaction.withOperations(operations));
      }
      sessions.add(copy);
    }
    return new TinyHistory(sessions);
  }
}
