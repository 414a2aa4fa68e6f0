package dev.isogauge.app.feed;

import dev.isogauge.format.jsonl.JsonlWriter;
import dev.isogauge.history.History;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.UnknownOperations;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Sends the transactions of a history to a service, as its plan says. */
public final class Feeder {
  private final FeedSettings settings;
  private final History history;
  private final ServiceClient client;
  private final DeliveryPlan plan;

  /** States the initial value, in every batch: which one the service takes first is open. */
  private final byte[] header;

  private final AtomicInteger nextBatch = new AtomicInteger();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicReference<FeedException> failure = new AtomicReference<>();
  private volatile long begin = System.nanoTime();

  public Feeder(History history, FeedSettings settings) {
    this.settings = settings;
    this.history = history;
    this.client = new ServiceClient(settings.to(), settings.token(), settings.patience());
    this.plan = DeliveryPlan.of(history, settings);
    this.header = JsonlWriter.header(history);
  }

  /** Why a service that judges by timestamps cannot judge a history, if it cannot. */
  public static Optional<String> obstacle(History history) {
    return missingTimestamps(history).or(() -> obstacleByReads(history));
  }

  /** The same of a service that judges by what reads show. */
  static Optional<String> obstacleByReads(History history) {
    return predicateRead(history)
        .or(() -> repeatedNumber(history))
        .or(() -> unknownOperation(history))
        .or(() -> initialValues(history));
  }

  private static Optional<String> missingTimestamps(History history) {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && (history.startTimestamp(t) == RawBlock.NO_TIME
              || history.commitTimestamp(t) == RawBlock.NO_TIME)) {
        return Optional.of(
            "transaction "
                + history.transactionName(t)
                + " lacks a start or commit timestamp; expected both, as checking online needs"
                + " them");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unknownOperation(History history) {
    UnknownOperations unknown = history.unknownOperations();
    return unknown.count() == 0
        ? Optional.empty()
        : Optional.of(
            "transaction "
                + history.transactionName(unknown.transactionOf(0))
                + " has a read or write of which only the scope is known; expected reads and writes"
                + " of single keys");
  }

  /** What aborted transactions read does not matter. */
  private static Optional<String> predicateRead(History history) {
    PredicateReads predicates = history.predicateReads();
    for (int p = 0; p < predicates.count(); p++) {
      int t = predicates.transactionOf(p);
      if (history.outcome(t) != Outcome.ABORTED && predicates.saysSomething(p)) {
        return Optional.of(
            "transaction "
                + history.transactionName(t)
                + " reads a predicate, which a service does not judge; expected reads and writes"
                + " of single keys");
      }
    }
    return Optional.empty();
  }

  /** A service takes the second one for the first one sent again. */
  private static Optional<String> repeatedNumber(History history) {
    for (int session = 0; session < history.sessionCount(); session++) {
      LongOpenHashSet numbers = new LongOpenHashSet();
      for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
        long number = history.sequenceNumber(t);
        if (number != RawBlock.NO_NUMBER && !numbers.add(number)) {
          return Optional.of(
              "transaction "
                  + history.transactionName(t)
                  + " has number "
                  + number
                  + " of session "
                  + history.sessionName(session)
                  + ", as an earlier one has; expected each number once");
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> initialValues(History history) {
    for (int key = 0; key < history.keyCount(); key++) {
      if (history.initialValue(key) != history.initialValue(0)) {
        return Optional.of(
            "keys start at different values; expected one for all, since a service knows only one");
      }
    }
    return history.keyCount() == 0
            || InitialValue.isExpressible(history.initialValue(0), history.atoms())
        ? Optional.empty()
        : Optional.of(
            "keys start at "
                + history.atoms().token(history.initialValue(0))
                + "; expected nil, a 64-bit integer or a string that is neither, as a service takes"
                + " them");
  }

  /** What was sent so far. */
  public record Progress(long transactions, long bytes, long retries, double seconds) {
    /** Transactions a second. */
    public long throughput() {
      return seconds <= 0 ? 0 : Math.round(transactions / seconds);
    }
  }

  public Progress progress() {
    return new Progress(
        sent.get(), bytes.get(), client.retries(), (System.nanoTime() - begin) / 1e9);
  }

  /** Sends everything and waits until the service has it. */
  public Progress run() throws FeedException, InterruptedException {
    begin = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < (keepsOrder() ? 1 : settings.connections()); i++) {
      Thread thread = new Thread(this::sendBatches, "isogauge-feed-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    return progress();
  }

  /** Whether nothing but the order of arrival says how a session goes on. */
  private boolean keepsOrder() {
    return history.transactionCount() > 0
        && history.sequenceNumber(0) == RawBlock.NO_NUMBER
        && history.startTimestamp(0) == RawBlock.NO_TIME;
  }

  /** Finishes the service and returns its report. */
  public String finish() throws FeedException, InterruptedException {
    return client.finish();
  }

  private void sendBatches() {
    try {
      int size = settings.batch();
      int count = plan.order().length;
      for (long from = next(); from < count && failure.get() == null; from = next()) {
        int first = (int) from;
        int end = Math.min(count, first + size);
        byte[] body = body(first, end);
        awaitTurn(plan.times()[end - 1]);
        client.send(body, id(body));
        sent.addAndGet(end - first);
        bytes.addAndGet(body.length);
      }
    } catch (FeedException e) {
      failure.compareAndSet(null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet(null, new FeedException("interrupted", false));
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, new FeedException("sending failed: " + e, false));
    }
  }

  private byte[] body(int first, int end) {
    byte[] lines = JsonlWriter.lines(history, plan.order(), first, end);
    byte[] body = Arrays.copyOf(header, header.length + lines.length);
    System.arraycopy(lines, 0, body, header.length, lines.length);
    return body;
  }

  private long next() {
    return (long) nextBatch.getAndIncrement() * settings.batch();
  }

  private void awaitTurn(double due) throws InterruptedException {
    if (settings.rate().isPresent()) {
      long left = (long) (due * 1e3) - (System.nanoTime() - begin) / 1_000_000;
      if (left > 0) {
        Thread.sleep(left);
      }
    }
  }

  /** The content names the batch, so feeding a history again in the same way changes nothing. */
  private static String id(byte[] body) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
