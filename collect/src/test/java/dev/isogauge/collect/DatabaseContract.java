package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every adapter keeps, on the real database, with the capabilities that it declares. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseContract {
  protected static final DatabaseOptions OPTIONS =
      DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(1));

  protected Database database;

  /** The name to open the database by. */
  protected abstract String name();

  /** The servers that it consists of. */
  protected Topology topology() {
    return Topology.USUAL;
  }

  /** How it is opened. */
  protected DatabaseOptions options() {
    return OPTIONS;
  }

  @BeforeAll
  void open() throws DatabaseException {
    database = Databases.open(name(), topology(), options());
  }

  @AfterAll
  void close() {
    if (database != null) {
      database.close();
    }
  }

  @BeforeEach
  void clear() throws DatabaseException {
    database.clear();
  }

  private Level strongest() {
    List<Level> levels = database.capabilities().levels();
    return levels.get(levels.size() - 1);
  }

  private Session session() throws DatabaseException {
    return database.open(strongest());
  }

  @Test
  void saysWhatItIs() {
    assertThat(database.name()).isEqualTo(name());
    assertThat(database.version()).matches("\\S.* v?\\d+\\..*");
  }

  @Test
  void itemsAreWrittenReadChangedAndDeleted() throws Exception {
    try (Session session = session()) {
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.write(1, 10);
      assertThat(session.read(1)).isEqualTo(OptionalLong.of(10));
      session.write(1, 11);
      assertThat(session.insert(1, 12)).isFalse();
      assertThat(session.insert(2, 20)).isTrue();
      assertThat(session.update(2, 21)).isTrue();
      assertThat(session.update(3, 30)).isFalse();
      session.commit();
      session.begin();
      assertThat(session.read(1)).isEqualTo(OptionalLong.of(11));
      assertThat(session.compareAndSet(1, 10, 13)).isFalse();
      assertThat(session.compareAndSet(1, 11, 13)).isTrue();
      assertThat(session.delete(2)).isTrue();
      assertThat(session.delete(2)).isFalse();
      session.commit();
      session.begin();
      assertThat(session.read(1)).isEqualTo(OptionalLong.of(13));
      assertThat(session.read(2)).isEmpty();
      session.commit();
    }
  }

  @Test
  void largeNumbersSurvive() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(Long.MAX_VALUE, Long.MIN_VALUE + 1);
      session.commit();
      session.begin();
      assertThat(session.read(Long.MAX_VALUE)).isEqualTo(OptionalLong.of(Long.MIN_VALUE + 1));
      session.rollback();
    }
  }

  @Test
  void listsGrow() throws Exception {
    assumeTrue(database.capabilities().has(Capability.LISTS));
    try (Session session = session()) {
      session.begin();
      assertThat(session.readList(1)).isEmpty();
      session.append(1, 5);
      session.append(1, 4);
      session.commit();
      session.begin();
      session.append(1, 6);
      assertThat(session.readList(1)).containsExactly(5L, 4L, 6L);
      session.rollback();
      session.begin();
      assertThat(session.readList(1)).containsExactly(5L, 4L);
      session.commit();
    }
  }

  @Test
  void longListsSurvive() throws Exception {
    assumeTrue(database.capabilities().has(Capability.LISTS));
    try (Session session = session()) {
      session.begin();
      for (long i = 0; i < 2_000; i++) {
        session.append(1, 1_000_000_000_000L + i);
      }
      session.commit();
      session.begin();
      assertThat(session.readList(1)).hasSize(2_000).endsWith(1_000_000_001_999L);
      session.commit();
    }
  }

  @Test
  void conditionsSelectAggregateAndChange() throws Exception {
    assumeTrue(database.capabilities().has(Capability.PREDICATES));
    Condition middle = Condition.valueBetween(20, 30);
    try (Session session = session()) {
      session.begin();
      for (long key = 1; key <= 4; key++) {
        session.write(key, key * 10);
      }
      assertThat(session.select(middle)).containsExactly(new Item(2, 20), new Item(3, 30));
      assertThat(session.select(new Condition("value * 2 > 30 AND NOT value IN (30, 40)")))
          .containsExactly(new Item(2, 20));
      assertThat(session.aggregate(Aggregate.COUNT, middle)).hasValue(2);
      assertThat(session.aggregate(Aggregate.SUM, middle)).hasValue(50);
      assertThat(session.aggregate(Aggregate.MIN, middle)).hasValue(20);
      assertThat(session.aggregate(Aggregate.MAX, new Condition("value > 99"))).isEmpty();
      Changed updated = session.updateWhere(middle, 50);
      Changed deleted = session.deleteWhere(new Condition("value < 20"));
      assertThat(updated.count()).isEqualTo(2);
      assertThat(deleted.count()).isEqualTo(1);
      if (database.capabilities().has(Capability.RETURNS_CHANGED)) {
        assertThat(updated.keys()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(deleted.keys()).containsExactly(1L);
      }
      assertThat(session.select(new Condition("value = 50")))
          .containsExactly(new Item(2, 50), new Item(3, 50));
      session.commit();
    }
  }

  @Test
  void anySqlRunsOnTheOwnTables() throws Exception {
    assumeTrue(database.capabilities().has(Capability.SQL));
    try (Session session = session()) {
      session.begin();
      session.execute("INSERT INTO items (id, val) VALUES (?, ?)", 7L, 70L);
      Rows rows = session.execute("SELECT id, val FROM items WHERE id = 7");
      assertThat(rows.columns()).containsExactly("id", "val");
      assertThat(rows.rows()).containsExactly(List.of(7L, 70L));
      assertThat(session.execute("UPDATE items SET val = 71 WHERE id = 7").changed()).isEqualTo(1);
      session.commit();
    }
    assertThat(database.administer("SELECT val FROM items").text()).isEqualTo("71");
  }

  @Test
  void readsForUpdateReturnWhatIsThere() throws Exception {
    assumeTrue(database.capabilities().has(Capability.READ_FOR_UPDATE));
    try (Session session = session()) {
      session.begin();
      session.write(1, 10);
      session.commit();
      session.begin();
      assertThat(session.readForUpdate(1)).hasValue(10);
      assertThat(session.readForUpdate(2)).isEmpty();
      assertThat(session.update(1, 11)).isTrue();
      session.commit();
    }
  }

  @Test
  void aRollbackToASavepointTakesBackWhatCameAfterIt() throws Exception {
    assumeTrue(database.capabilities().has(Capability.SAVEPOINTS));
    try (Session session = session()) {
      for (int i = 1; i <= 2; i++) {
        session.begin();
        session.write(i, 10);
        session.savepoint();
        session.write(i, 11);
        session.write(i + 5, 12);
        session.rollbackToSavepoint();
        assertThat(session.read(i)).hasValue(10);
        session.commit();
      }
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      assertThat(session.read(6)).isEmpty();
      session.commit();
    }
  }

  @Test
  void rollbackTakesEverythingBack() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(1, 10);
      session.rollback();
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.commit();
    }
  }

  @Test
  void everyLevelCanBeHad() throws Exception {
    for (Level level : database.capabilities().levels()) {
      try (Session session = database.open(level)) {
        session.begin();
        session.write(1, 10);
        assertThat(session.read(1)).hasValue(10);
        session.commit();
        assertThat(database.capabilities().level(level.id())).isEqualTo(level);
      }
    }
  }

  @Test
  void whatItSaysOfTransactionsIsWhatItDeclares() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(1, 10);
      assertThat(session.identifiers().snapshot().isPresent())
          .isEqualTo(database.capabilities().has(Capability.SNAPSHOTS));
      session.commit();
      assertThat(session.timestamps().isPresent())
          .isEqualTo(database.capabilities().has(Capability.TIMESTAMPS));
    }
  }

  @Test
  void itIsASystemThatItsNamePromises() throws Exception {
    assertThat(Databases.systems(name(), topology()))
        .extracting(DatabaseSystem::capabilities)
        .contains(database.capabilities());
  }

  @Test
  void anUnknownLevelNamesTheOnesThereAre() {
    assertThatThrownBy(() -> database.capabilities().level("chaos"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("'chaos'")
        .hasMessageContaining(database.capabilities().defaultLevel().id());
  }

  @Test
  void wrongSqlIsRejectedAndTheSessionGoesOn() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(1, 10);
      assertThatThrownBy(() -> session.execute("SELECT nonsense FROM nowhere"))
          .isInstanceOf(Failure.Rejected.class);
      assertThatThrownBy(() -> session.read(1)).isInstanceOf(IllegalStateException.class);
      session.rollback();
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.commit();
    }
  }

  /** Whether one of two transactions gives way that write the same and read nothing. */
  protected boolean writesConflict() {
    return true;
  }

  /**
   * Two transactions that want each other's rows. If both had their first before either went on,
   * one must give way; where locks cover tables, one waits for the other. Both rows are written by
   * one of them.
   */
  @Test
  void conflictsAbortOrWait() throws Exception {
    try (Session one = session();
        Session other = session()) {
      setUp(one);
      CountDownLatch firstWrites = new CountDownLatch(2);
      AtomicInteger sawBoth = new AtomicInteger();
      CompletableFuture<Failure> first =
          attempt(() -> writeBoth(one, 1, 2, 100, firstWrites, sawBoth));
      CompletableFuture<Failure> second =
          attempt(() -> writeBoth(other, 2, 1, 200, firstWrites, sawBoth));
      List<Failure> failures =
          Stream.of(first.get(30, TimeUnit.SECONDS), second.get(30, TimeUnit.SECONDS))
              .filter(Objects::nonNull)
              .toList();
      assertThat(failures).allMatch(Failure.Aborted.class::isInstance);
      assertThat(failures.isEmpty() && sawBoth.get() == 2 && writesConflict()).isFalse();
      one.rollback();
      other.rollback();
      one.begin();
      long value = one.read(1).orElseThrow();
      assertThat(value).isIn(failures.size() == 2 ? List.of(10L, 20L) : List.of(100L, 200L));
      assertThat(one.read(2)).hasValue(failures.size() == 2 ? 20 : value);
      one.commit();
    }
  }

  private static void writeBoth(
      Session session,
      long first,
      long second,
      long value,
      CountDownLatch firstWrites,
      AtomicInteger sawBoth)
      throws Failure {
    session.begin();
    session.write(first, value);
    firstWrites.countDown();
    try {
      if (firstWrites.await(300, TimeUnit.MILLISECONDS)) {
        sawBoth.incrementAndGet();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    session.write(second, value);
    session.commit();
  }

  private static void setUp(Session session) throws Failure {
    session.begin();
    session.write(1, 10);
    session.write(2, 20);
    session.commit();
  }

  /** Operations of a transaction, run by another thread. */
  @FunctionalInterface
  protected interface Steps {
    void run() throws Failure;
  }

  /** Runs the steps; on failure rolls nothing back and gives the failure. */
  protected static CompletableFuture<Failure> attempt(Steps steps) {
    CompletableFuture<Failure> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                steps.run();
                result.complete(null);
              } catch (Failure e) {
                result.complete(e);
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  @Test
  void aWaitingSessionIsKnownToBeBlocked() throws Exception {
    assumeTrue(database.capabilities().has(Capability.REPORTS_BLOCKED));
    Level level = database.capabilities().defaultLevel();
    try (Session holder = database.open(level);
        Session waiter = database.open(level)) {
      setUp(holder);
      holder.begin();
      waiter.begin();
      holder.write(1, 11);
      assertThat(database.isBlocked(waiter)).isFalse();
      CompletableFuture<Failure> waiting = attempt(() -> waiter.write(1, 12));
      while (!database.isBlocked(waiter)) {
        if (waiting.isDone()) {
          // On a busy machine its lock may time out before we ask; if the engine never says that it
          // waits, the timeout of the test ends this.
          assertThat(waiting.get()).isInstanceOf(Failure.Aborted.class);
          waiter.rollback();
          waiter.begin();
          waiting = attempt(() -> waiter.write(1, 12));
        }
        Thread.sleep(10);
      }
      assertThat(database.isBlocked(holder)).isFalse();
      holder.commit();
      waiting.get(30, TimeUnit.SECONDS);
      waiter.rollback();
    }
  }

  /** What a client died over is neither committed nor does it block others. */
  @Test
  void closingASessionRollsBack() throws Exception {
    Session dying = session();
    dying.begin();
    dying.write(1, 10);
    dying.close();
    try (Session session = session()) {
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.write(1, 11);
      session.commit();
    }
  }

  @Test
  void aBrokenConnectionIsLostAndReplaced() throws Exception {
    assumeTrue(database.capabilities().has(Capability.DISCONNECTS));
    try (Session session = session()) {
      setUp(session);
      session.begin();
      session.write(1, 11);
      database.disconnect(session);
      assertThatThrownBy(() -> session.read(1)).isInstanceOf(Failure.ConnectionLost.class);
      session.rollback();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.write(1, 12);
      database.disconnect(session);
      assertThatThrownBy(session::commit)
          .isInstanceOfSatisfying(
              Failure.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.INDETERMINATE));
      session.rollback();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.commit();
    }
  }

  @Test
  void recordsWhatHappened(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of("database", name()));
        Session session = new RecordedSession(session(), recorder, "s1")) {
      session.begin();
      session.read(1);
      session.write(1, 10);
      session.commit();
      session.begin();
      session.write(1, 11);
      session.rollback();
      session.begin();
      session.read(1);
      session.commit();
      assertThat(recorder.counts().committed()).isEqualTo(2);
    }
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.endTime(0)).isBetween(history.beginTime(0), history.beginTime(1));
    assertThat(history.readFrom(history.firstOperation(2)))
        .isEqualTo(history.firstOperation(0) + 1);
  }

  @Test
  void recordsPredicates(@TempDir Path directory) throws Exception {
    assumeTrue(database.capabilities().has(Capability.PREDICATES));
    Path file = directory.resolve("history.jsonl");
    Condition large = new Condition("value > 10");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of());
        Session session = new RecordedSession(session(), recorder, "s1")) {
      session.begin();
      session.insert(1, 10);
      session.insert(2, 20);
      session.select(large);
      session.aggregate(Aggregate.COUNT, large);
      session.delete(1);
      if (database.capabilities().has(Capability.RETURNS_CHANGED)) {
        session.updateWhere(large, 30);
        session.deleteWhere(large);
      }
      session.commit();
    }
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.outcome(0)).isEqualTo(Outcome.COMMITTED);
    boolean changed = database.capabilities().has(Capability.RETURNS_CHANGED);
    assertThat(history.predicateReads().count()).isEqualTo(changed ? 4 : 2);
    // An insert is a read and a write, a row with its value a read.
    assertThat(history.operationCount()).isEqualTo(changed ? 8 : 6);
  }
}
