package dev.isogauge.check;

import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The transaction with which a history loses a level: the last one of the shortest beginning of the
 * history that violates it.
 *
 * <ol>
 *   <li>Put the transactions in the order in which they ended on the clients' clock; where some
 *       that committed do not say, in that of commit timestamps; else in that of the input.
 *   <li>In a beginning of that order, a read counts if all transactions that may have written what
 *       it saw are there; else its result is taken for unknown. A run that explains a beginning
 *       explains every shorter one, so the shortest that violates the level is found by bisection.
 * </ol>
 *
 * <p>About log n checks of parts of the history. There is none for claimed orders, histories with
 * predicate reads, version orders or unknown operations, and where a part cannot be decided.
 *
 * @param transaction the one with which the level is lost
 * @param place how many transactions there are up to it
 * @param of how many there are
 * @param order by what they are ordered
 */
public record Moment(int transaction, int place, int of, Order order) {
  /** What orders the transactions. */
  public enum Order {
    /** The times at which they ended. */
    END_TIMES("end times"),
    /** The database's commit timestamps. */
    COMMIT_TIMESTAMPS("commit timestamps"),
    /** The input. */
    LINES("lines");

    private final String words;

    Order(String words) {
      this.words = words;
    }

    /** What it is, in a word or two. */
    public String words() {
      return words;
    }
  }

  /** What is spent on names and evidence of each part, which nobody sees. */
  private static final Duration NAMING = Duration.ofMillis(10);

  /** When a history that violates a level loses it; within the time of the limits. */
  public static Optional<Moment> of(History history, Question question, Limits limits) {
    if (question.order().isClaim()
        || history.predicateReads().count() > 0
        || history.unknownOperations().count() > 0
        || !history.versionOrders().isEmpty()) {
      return Optional.empty();
    }
    long begin = System.nanoTime();
    // Step 1.
    Order order =
        isKnown(history, history::endTime)
            ? Order.END_TIMES
            : isKnown(history, history::commitTimestamp) ? Order.COMMIT_TIMESTAMPS : Order.LINES;
    int[] ordered = ordered(history, order);
    int[] rank = new int[ordered.length];
    for (int i = 0; i < ordered.length; i++) {
      rank[ordered[i]] = i;
    }
    // Step 2.
    int low = 0;
    int high = ordered.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      Duration left = limits.timeout().minusNanos(System.nanoTime() - begin);
      if (left.isNegative()) {
        return Optional.empty();
      }
      Verdict verdict =
          Checks.check(
              beginning(history, rank, middle),
              question,
              limits.withTimeout(left).withClassification(NAMING));
      if (verdict instanceof Verdict.Unknown) {
        return Optional.empty();
      }
      boolean isLost = verdict instanceof Verdict.Violated;
      low = isLost ? low : middle;
      high = isLost ? middle : high;
    }
    return Optional.of(new Moment(ordered[high - 1], high, ordered.length, order));
  }

  private static boolean isKnown(History history, IntToLongFunction time) {
    return IntStream.range(0, history.transactionCount())
        .filter(t -> history.outcome(t) == Outcome.COMMITTED)
        .allMatch(t -> time.applyAsLong(t) != RawBlock.NO_TIME);
  }

  /** Those without a time come last, and equal ones as the input has them. */
  private static int[] ordered(History history, Order order) {
    int[] input = history.inInputOrder();
    if (order == Order.LINES) {
      return input;
    }
    IntToLongFunction time = order == Order.END_TIMES ? history::endTime : history::commitTimestamp;
    return IntStream.of(input)
        .boxed()
        .sorted(
            Comparator.comparing(
                t -> {
                  long at = time.applyAsLong(t);
                  return at == RawBlock.NO_TIME ? Long.MAX_VALUE : at;
                }))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static History beginning(History history, int[] rank, int count) {
    return new HistoryCopy(history)
        .of(
            new HistoryCopy.Choice() {
              @Override
              public boolean transaction(int transaction) {
                return rank[transaction] < count;
              }

              @Override
              public boolean result(int read) {
                return writes(history, read)
                    .allMatch(write -> write < 0 || rank[history.transactionOf(write)] < count);
              }
            });
  }

  /** All writes that a read may have seen. */
  private static IntStream writes(History history, int read) {
    if (history.isListRead(read)) {
      return IntStream.range(0, history.listSize(read))
          .map(e -> history.writeOf(history.keyOf(read), history.listElement(read, e)));
    }
    return history.readFrom(read) == History.SEVERAL
        ? IntStream.of(history.candidates(read))
        : IntStream.of(history.readFrom(read));
  }
}
