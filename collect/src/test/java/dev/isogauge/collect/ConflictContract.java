package dev.isogauge.collect;

import static dev.isogauge.collect.OtherThread.attempt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.history.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What happens when sessions want the same, or one goes away. */
interface ConflictContract extends OpenedDatabase {
  /** Whether one of two transactions gives way that write the same and read nothing. */
  default boolean writesConflict() {
    return true;
  }

  /**
   * Two transactions that want each other's rows. If both had their first before either went on,
   * one must give way; where locks cover tables, one waits for the other. Both rows are written by
   * one of them.
   */
  @Test
  default void conflictsAbortOrWait() throws Exception {
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

  @Test
  default void aWaitingSessionIsKnownToBeBlocked() throws Exception {
    assumeTrue(database().capabilities().has(Capability.REPORTS_BLOCKED));
    Level level = database().capabilities().defaultLevel();
    try (Session holder = database().open(level);
        Session waiter = database().open(level)) {
      setUp(holder);
      holder.begin();
      waiter.begin();
      holder.write(1, 11);
      assertThat(database().isBlocked(waiter)).isFalse();
      CompletableFuture<Failure> waiting = attempt(() -> waiter.write(1, 12));
      while (!database().isBlocked(waiter)) {
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
      assertThat(database().isBlocked(holder)).isFalse();
      holder.commit();
      waiting.get(30, TimeUnit.SECONDS);
      waiter.rollback();
    }
  }

  /** What a client died over is neither committed nor does it block others. */
  @Test
  default void closingASessionRollsBack() throws Exception {
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
  default void aBrokenConnectionIsLostAndReplaced() throws Exception {
    assumeTrue(database().capabilities().has(Capability.DISCONNECTS));
    try (Session session = session()) {
      setUp(session);
      session.begin();
      session.write(1, 11);
      database().disconnect(session);
      assertThatThrownBy(() -> session.read(1)).isInstanceOf(Failure.ConnectionLost.class);
      session.rollback();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.write(1, 12);
      database().disconnect(session);
      // Where something is asked before the commit, it is certain that this was not sent.
      assertThatThrownBy(session::commit)
          .isInstanceOfSatisfying(
              Failure.class, e -> assertThat(e.outcome()).isNotEqualTo(Outcome.COMMITTED));
      session.rollback();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.commit();
    }
  }
}
