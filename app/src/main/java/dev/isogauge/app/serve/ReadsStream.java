package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.OnlineStatistics;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.kernel.StreamVerdict;
import dev.isogauge.online.reads.Loss;
import dev.isogauge.online.reads.ReadsChecker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Judges a stream without timestamps by what reads show, with {@link ReadsChecker}.
 *
 * <ol>
 *   <li>Transactions of a session with numbers wait until those before them are there.
 *   <li>A thread of its own checks what is there, again and again, and rests for as long as it
 *       works. A level that is lost is reported once, with the transaction that lost it.
 *   <li>At the end everything is judged as a check of the whole history does it.
 * </ol>
 *
 * <p>What was found before a restart stands: what is replayed since need not lead to it again.
 */
final class ReadsStream implements StreamChecker {
  /** Bytes of an operation or an element of a list that is kept, with what a check of it needs. */
  private static final int BYTES = 100;

  private static final long REST_MILLIS = 200;
  private static final String NO_ORDER =
      "numbers of sessions were missing for so long that transactions were taken out of order; send"
          + " those of a session in order, or give more --memory";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<IsolationLevel> levels;
  private final Atoms atoms;
  private final Consumer<TimestampFinding> found;
  private final Consumer<Exception> onFailure;
  private final long mostOperations;
  private final Thread worker = new Thread(this::work, "isogauge-reads");
  private volatile boolean isOver;
  private volatile long judged;
  private volatile long submitted;
  private volatile long initialValue;

  /** By level: with which transaction it was lost, in words. */
  private final Map<IsolationLevel, TimestampFinding> lost = new EnumMap<>(IsolationLevel.class);

  // Guarded by this.
  private ReadsChecker checker;
  private final Long2LongOpenHashMap lastNumbers = new Long2LongOpenHashMap();
  private final Long2ObjectOpenHashMap<TreeMap<Long, Waiting>> waiting =
      new Long2ObjectOpenHashMap<>();
  private long waitingOperations;

  /** Numbers are missing for longer than there is room to wait. */
  private boolean isOrderOpen;

  private boolean judgedAtEnd;
  private final Map<IsolationLevel, Verdict> verdicts = new EnumMap<>(IsolationLevel.class);

  private record Waiting(RawBlock block, int fragment) {}

  /**
   * A stream of which nothing came yet.
   *
   * @param atoms of the blocks to come
   * @param initialValue the atom of the value that keys have before the first write
   * @param bytes what transactions may take in memory
   * @param known what an earlier run found
   * @param found hears of levels that are lost
   */
  ReadsStream(
      List<IsolationLevel> levels,
      Atoms atoms,
      long initialValue,
      long bytes,
      List<TimestampFinding> known,
      Consumer<TimestampFinding> found,
      Consumer<Exception> onFailure) {
    this.levels = levels;
    this.atoms = atoms;
    this.initialValue = initialValue;
    this.mostOperations = Math.max(1_000, bytes / BYTES);
    this.found = found;
    this.onFailure = onFailure;
    for (TimestampFinding finding : known) {
      for (IsolationLevel level : levels) {
        if (level.id().equals(finding.expected())) {
          lost.put(level, finding);
          found.accept(finding);
        }
      }
    }
    worker.setDaemon(true);
    worker.start();
  }

  /** With which numbers a session begins must be known before all of them are there. */
  @Override
  public void validate(RawBlock block, Atoms names) {
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      long number = block.metadata().number(fragment);
      if (number != RawBlock.NO_NUMBER && number < 1) {
        throw new IllegalArgumentException(
            "line "
                + block.line(fragment)
                + ": a transaction with number "
                + number
                + " in its session; expected 1, 2, 3 and so on, or no numbers");
      }
    }
  }

  @Override
  public void initialValue(long atom) {
    initialValue = atom;
  }

  private synchronized ReadsChecker checker() {
    if (checker == null) {
      List<IsolationLevel> open =
          levels.stream().filter(level -> !lost.containsKey(level)).toList();
      checker = new ReadsChecker(open, atoms, initialValue, mostOperations);
    }
    return checker;
  }

  @Override
  public synchronized boolean isFull() {
    return checker != null && (checker.isFull() || waitingOperations > mostOperations);
  }

  @Override
  public void submit(RawBlock block, long now) throws InterruptedException {
    while (isFull() && worker.isAlive()) {
      Thread.sleep(REST_MILLIS);
    }
    synchronized (this) {
      ReadsChecker to = checker();
      submitted += block.fragmentCount();
      to.submit(ordered(block), now);
      if (waitingOperations > mostOperations) {
        // Levels can be lost no more, but the end knows what the stream as a whole shows.
        isOrderOpen = true;
        to.submit(allWaiting(), now);
      }
    }
  }

  /** Step 1: the transactions of a block, and those that waited for them, in session order. */
  private RawBlock ordered(RawBlock block) {
    RawBlock ready = new RawBlock();
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      long number = block.metadata().number(fragment);
      long session = block.session(fragment);
      if (number == RawBlock.NO_NUMBER || isOrderOpen) {
        copy(block, fragment, ready);
        continue;
      }
      TreeMap<Long, Waiting> others = waiting.computeIfAbsent(session, unused -> new TreeMap<>());
      others.put(number, new Waiting(block, fragment));
      waitingOperations += operations(block, fragment);
      long last = lastNumbers.get(session);
      while (!others.isEmpty() && others.firstKey() == last + 1) {
        Waiting next = others.pollFirstEntry().getValue();
        waitingOperations -= operations(next.block(), next.fragment());
        copy(next.block(), next.fragment(), ready);
        last++;
      }
      lastNumbers.put(session, last);
      if (others.isEmpty()) {
        waiting.remove(session);
      }
    }
    return ready;
  }

  private RawBlock allWaiting() {
    RawBlock ready = new RawBlock();
    waiting
        .values()
        .forEach(
            others -> others.values().forEach(each -> copy(each.block(), each.fragment(), ready)));
    waiting.clear();
    waitingOperations = 0;
    return ready;
  }

  private static long operations(RawBlock block, int fragment) {
    return (long) block.fragmentEnd(fragment) - block.fragmentBegin(fragment);
  }

  private static void copy(RawBlock block, int fragment, RawBlock to) {
    FragmentMetadata metadata = block.metadata();
    to.copyFragment(block, fragment, block.outcome(fragment));
    to.realTime(metadata.begin(fragment), metadata.end(fragment));
    to.number(metadata.number(fragment));
  }

  /** What is kept refers to them. */
  @Override
  public void forgetStrings() {}

  @Override
  public void relieve() {}

  /** Step 2. */
  private void work() {
    try {
      while (!isOver) {
        long started = System.nanoTime();
        look();
        Thread.sleep(Math.max(REST_MILLIS, (System.nanoTime() - started) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      onFailure.accept(e);
    }
  }

  private void look() {
    ReadsChecker now;
    long upTo;
    boolean isSound;
    synchronized (this) {
      now = checker;
      upTo = submitted;
      isSound = !isOrderOpen;
    }
    if (now == null || upTo == judged) {
      return;
    }
    Limits limits = Limits.DEFAULT.withTimeout(PATIENCE).withMaxAnomalies(1);
    if (isSound) {
      now.check(limits).forEach(this::report);
    } else {
      now.settle();
    }
    judged = upTo;
  }

  private void report(Loss loss) {
    String with = " is lost with " + loss.name() + ", transaction " + loss.transactions();
    report(loss.level(), loss.history(), loss.verdict(), with, loss.name(), loss.session());
  }

  private void report(
      IsolationLevel level,
      History history,
      Verdict.Violated verdict,
      String how,
      String name,
      String session) {
    Anomaly first = verdict.anomalies().get(0);
    Explanation why = new Explainer(history).explain(first);
    List<String> words = new ArrayList<>();
    words.add(level.id() + how + ". " + why.title() + ".");
    words.addAll(why.sentences());
    TimestampFinding finding =
        TimestampFinding.ofLoss(
            first.kind(), TimestampedTransaction.of(name, session), level.id(), words);
    synchronized (this) {
      lost.put(level, finding);
    }
    found.accept(finding);
  }

  @Override
  public synchronized OnlineStatistics statistics() {
    return new OnlineStatistics(
        submitted,
        judged,
        0,
        0,
        List.of(),
        List.of(),
        0,
        0,
        checker == null ? 0 : BYTES * (checker.operations() + waitingOperations),
        0,
        0,
        0,
        0);
  }

  /** Step 3. */
  @Override
  public void drain() throws InterruptedException {
    isOver = true;
    worker.join();
    ReadsChecker all;
    synchronized (this) {
      all = checker();
      all.submit(allWaiting(), 0);
    }
    if (submitted == 0 || judgedAtEnd) {
      return;
    }
    judgedAtEnd = true;
    look();
    if (isOrderOpen) {
      levels.forEach(level -> verdicts.put(level, new Verdict.Unknown(NO_ORDER, List.of())));
    } else if (lost.size() < levels.size()) {
      verdicts.putAll(all.finish(Limits.DEFAULT));
    }
    verdicts.forEach(
        (level, verdict) -> {
          if (verdict instanceof Verdict.Violated violated && !lost.containsKey(level)) {
            report(level, all.kept(), violated, " does not hold at the end of the stream", "", "");
          }
        });
    judged = submitted;
  }

  /** After the end: the verdict on all levels together. */
  StreamVerdict verdict() {
    boolean isOpen =
        levels.stream().anyMatch(level -> !(verdicts.get(level) instanceof Verdict.Satisfied));
    return !lost.isEmpty()
        ? StreamVerdict.VIOLATED
        : submitted == 0 || isOpen ? StreamVerdict.UNKNOWN : StreamVerdict.SATISFIED;
  }

  /** After the end: the field {@code levels}, with the verdict on each. */
  void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("levels");
    for (IsolationLevel level : levels) {
      Optional<TimestampFinding> loss = Optional.ofNullable(lost.get(level));
      Verdict verdict = verdicts.get(level);
      json.writeStartObject();
      json.writeStringField("level", level.id());
      json.writeStringField(
          "verdict",
          loss.isPresent()
              ? StreamVerdict.VIOLATED.id()
              : verdict == null ? StreamVerdict.UNKNOWN.id() : verdict.word());
      if (loss.isPresent()) {
        json.writeStringField("reason", loss.get().actual().lines().findFirst().orElse(""));
      } else if (verdict instanceof Verdict.Unknown unknown) {
        json.writeStringField("reason", unknown.reason());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  @Override
  public void close() {
    isOver = true;
    worker.interrupt();
    try {
      worker.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
