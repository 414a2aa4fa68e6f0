package dev.isogauge.verdict;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Proof that a level holds, which {@code verify.WitnessVerifier} checks again without trusting the
 * checker: a run of the history. It says in which order transactions start and commit, and which
 * writer a read saw where several are possible. Every transaction that counts is in it; one whose
 * outcome is unknown is if it happens.
 *
 * <p>The run is empty where nothing had to be found: the level speaks of each transaction alone, or
 * the timestamps of the history are themselves the run.
 */
public final class Witness {
  private static final Witness RECORDED = new Witness(new int[0], Map.of());

  /** The start of transaction t is t, its commit is ~t. */
  private final int[] events;

  private final Map<Integer, Integer> writers;

  private Witness(int[] events, Map<Integer, Integer> writers) {
    this.events = events;
    this.writers = Map.copyOf(writers);
  }

  /** The empty run: the history itself is the proof. */
  public static Witness recorded() {
    return RECORDED;
  }

  /** A run in which each transaction commits before the next one starts. */
  public static Witness serial(int[] transactions) {
    return serial(transactions, Map.of());
  }

  /**
   * The same where values have several writers.
   *
   * @param writers by read with several possible writers: the transaction that it saw, or {@code
   *     History.INITIAL}
   */
  public static Witness serial(int[] transactions, Map<Integer, Integer> writers) {
    int[] events = new int[2 * transactions.length];
    for (int i = 0; i < transactions.length; i++) {
      events[2 * i] = transactions[i];
      events[2 * i + 1] = ~transactions[i];
    }
    return new Witness(events, writers);
  }

  /**
   * A run in which transactions overlap.
   *
   * @param events in order: t for the start of transaction t, ~t for its commit
   */
  public static Witness overlapping(int[] events) {
    return new Witness(events.clone(), Map.of());
  }

  /** How many starts and commits there are. */
  public int size() {
    return events.length;
  }

  /** Whether the event at a place is a start; else it is a commit. */
  public boolean isStart(int place) {
    return events[place] >= 0;
  }

  /** The transaction that starts or commits at a place. */
  public int transaction(int place) {
    return isStart(place) ? events[place] : ~events[place];
  }

  /** The transactions in the order of their commits. */
  public int[] commitOrder() {
    return Arrays.stream(events).filter(event -> event < 0).map(event -> ~event).toArray();
  }

  /** The transaction that a read saw, or {@code History.INITIAL}, if the run has to say so. */
  public OptionalInt writer(int read) {
    Integer writer = writers.get(read);
    return writer == null ? OptionalInt.empty() : OptionalInt.of(writer);
  }

  @Override
  public String toString() {
    return IntStream.range(0, size())
        .mapToObj(place -> (isStart(place) ? "start " : "commit ") + transaction(place))
        .collect(Collectors.joining(", ", "[", writers.isEmpty() ? "]" : "] reading " + writers));
  }
}
