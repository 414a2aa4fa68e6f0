package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a history could have shown. A chance of an anomaly is a smallest set of transactions that
 * overlap in time and whose operations would make the anomaly if they were interleaved differently.
 * It ended in one of three ways: it happened, as far as the values read show directly; a member was
 * aborted; or nothing shows that it happened, and the members are in order.
 *
 * <p>A verdict "satisfied" is worth as much as the chances that the history had to violate the
 * level.
 *
 * @param time by what it is known which transactions overlap
 * @param counts chances by kind; all are 0 where no time is known
 * @param sample how many transactions were sampled
 * @param contention the share of transactions that overlap with a conflicting one: both use a key,
 *     and one of them writes it
 * @param overlapped whether transactions of two sessions overlap at all
 * @param conflicts keys that several sessions use, which say less than chances, and need no time
 * @param activity what went on in the course of time; empty without real time
 * @param content what transactions that count did
 */
public record Chances(
    Time time,
    Map<ChanceKind, Count> counts,
    Sample sample,
    double contention,
    boolean overlapped,
    Conflicts conflicts,
    List<Slice> activity,
    Content content) {

  public Chances {
    counts = Map.copyOf(counts);
    activity = List.copyOf(activity);
  }

  /** What a history could have shown. */
  public static Chances of(History history) {
    return new ChanceCount(history, ChanceCount.Bounds.DEFAULT).chances();
  }

  /** By what it is known which transactions overlap. */
  public enum Time {
    /** Begins and ends on the clients' clock. */
    REAL_TIME,
    /** Start and commit timestamps of the database. */
    TIMESTAMPS,
    /** Snapshots, and which transactions they hold. */
    SNAPSHOTS,
    /** Nothing is known. */
    NONE;

    /** Its name in programs. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** How many chances of a kind there were, and how they ended. */
  public record Count(long total, long happened, long aborted) {
    /** Those that nothing shows to have happened. */
    public long inOrder() {
      return total - happened - aborted;
    }
  }

  /**
   * How many transactions were sampled. Counts are estimated from a part of the transactions where
   * all would take too long.
   *
   * @param transactions those whose begin and end are known
   * @param considered those of which all others were estimated
   */
  public record Sample(long transactions, long considered) {
    /** Whether counts are estimated. */
    public boolean isEstimate() {
      return considered < transactions;
    }
  }

  /**
   * What went on from one time to another, by when transactions ended.
   *
   * @param begin in the unit of the history's times, counted from the first begin
   * @param considered transactions of which it is known whether they were contended
   * @param contended those that overlap with a conflicting one
   */
  public record Slice(
      long begin,
      long end,
      long committed,
      long aborted,
      long indeterminate,
      long considered,
      long contended) {}

  /** The chances of a kind. */
  public Count of(ChanceKind kind) {
    return counts.get(kind);
  }

  /** Whether the kind is counted: stale reads need real time. */
  public boolean counts(ChanceKind kind) {
    return time == Time.REAL_TIME || (time != Time.NONE && kind != ChanceKind.STALE_READ);
  }

  /** Chances of any kind. */
  public long total() {
    return counts.values().stream().mapToLong(Count::total).sum();
  }

  /**
   * Chances of anomalies that a level forbids and a next weaker one allows; of any kind for levels
   * without such a kind.
   */
  public long of(IsolationLevel level) {
    return Separation.of(level).isEmpty()
        ? total()
        : Separation.of(level).stream().mapToLong(kind -> of(kind).total()).sum();
  }

  /**
   * Whether it is known that the level could not have been broken by transactions that weaker
   * levels allow. Without times that is known only if no session uses what another writes.
   */
  public boolean couldNotBreak(IsolationLevel level) {
    if (Separation.of(level).isEmpty()) {
      return false;
    }
    return time == Time.NONE
        ? !conflicts.any()
        : Separation.of(level).stream().allMatch(kind -> counts(kind) && of(kind).total() == 0);
  }

  /** What to say of a level that holds although it could not have been broken. */
  public Optional<String> reservation(IsolationLevel level) {
    return content
        .oneSided()
        .or(
            () ->
                couldNotBreak(level)
                    ? Optional.of(
                        "held, but nothing "
                            + (sample.isEstimate() ? "in the sample" : "here")
                            + " could have broken it")
                    : Optional.empty());
  }

  /**
   * What a level that holds lacked to count: chances of anomalies that it forbids and a next weaker
   * one allows. Empty if there were enough.
   *
   * @param least how many it needs; 0 for any history
   */
  public Optional<String> shortage(IsolationLevel level, long least) {
    if (least == 0) {
      return Optional.empty();
    }
    if (time == Time.NONE) {
      return Optional.of("without times it is not known which transactions overlapped");
    }
    if (!overlapped) {
      return Optional.of("no transactions of two sessions overlapped");
    }
    if (of(level) >= least) {
      return Optional.empty();
    }
    List<String> kinds = new ArrayList<>();
    for (ChanceKind kind : Separation.of(level)) {
      kinds.add(kind.title());
    }
    return Optional.of(
        "it had "
            + Words.count(of(level), "chance")
            + (kinds.isEmpty() ? "" : " of " + Words.list(kinds).replace(" and ", " or "))
            + ", expected "
            + least);
  }

  /** All of it in a sentence. */
  public String sentence() {
    String estimate =
        sample.isEstimate()
            ? " (estimated from "
                + grouped(sample.considered())
                + " of "
                + grouped(sample.transactions())
                + " transactions)"
            : "";
    if (time == Time.NONE) {
      return "Could have shown" + estimate + ": not known without times; " + conflicting();
    }
    List<String> some = new ArrayList<>();
    List<String> none = new ArrayList<>();
    for (ChanceKind kind : ChanceKind.values()) {
      if (counts(kind)) {
        Count count = of(kind);
        if (count.total() == 0) {
          none.add(kind.title());
        } else {
          // A sample does not reach back to every write of the second before.
          boolean isBound = kind == ChanceKind.STALE_READ && sample.isEstimate();
          some.add(
              kind.title() + (isBound ? " at least " : " ") + grouped(count.total()) + ends(count));
        }
      }
    }
    if (some.isEmpty()) {
      return "Could have shown"
          + estimate
          + ": nothing; "
          + (overlapped
              ? "no transactions overlap that could disturb each other."
              : "no transactions of two sessions overlap.");
    }
    return "Could have shown"
        + estimate
        + ": "
        + String.join(", ", some)
        + (none.isEmpty() ? "" : "; no chance of " + Words.list(none).replace(" and ", " or "))
        + ".";
  }

  private String conflicting() {
    if (!conflicts.any()) {
      return "no session uses a key that another writes.";
    }
    long transactions = conflicts.transactions();
    return Words.count(transactions, "transaction")
        + (transactions == 1 ? " conflicts" : " conflict")
        + " with other sessions.";
  }

  private static String ends(Count count) {
    List<String> ends = new ArrayList<>();
    if (count.happened() > 0) {
      ends.add(grouped(count.happened()) + " happened");
    }
    if (count.aborted() > 0) {
      ends.add(grouped(count.aborted()) + " aborted");
    }
    return ends.isEmpty() ? "" : " (" + String.join(", ", ends) + ")";
  }

  private static String grouped(long number) {
    StringBuilder digits = new StringBuilder().append(number);
    for (int i = digits.length() - 3; i > 0; i -= 3) {
      digits.insert(i, ',');
    }
    return digits.toString();
  }
}
