package dev.isogauge.collect.jvm;

import static dev.isogauge.collect.OtherThread.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What stores that have no append of their own keep, too. */
abstract class JvmContract extends DatabaseContract {
  /** At every level: an append is one operation, whatever is read and written for it. */
  @Test
  void noAppendIsLostByAnotherOne() throws Exception {
    for (Level level : database.capabilities().levels()) {
      database.clear();
      List<Long> committed = new ArrayList<>();
      try (Session one = database.open(level, 0);
          Session other = database.open(level, 1)) {
        one.begin();
        other.begin();
        one.append(1, 5);
        CompletableFuture<Failure> second =
            attempt(
                () -> {
                  other.append(1, 6);
                  other.commit();
                });
        if (commits(one)) {
          committed.add(5L);
        }
        if (second.get(60, TimeUnit.SECONDS) == null) {
          committed.add(6L);
        }
        one.rollback();
        other.rollback();
        one.begin();
        assertThat(one.readList(1)).as(level.name()).containsExactlyInAnyOrderElementsOf(committed);
        one.commit();
      }
    }
  }

  /** The transaction that appends had seen the list before, without what it now appends to. */
  @Test
  void noAppendIsLostByOneThatHasReadTheList() throws Exception {
    for (Level level : database.capabilities().levels()) {
      database.clear();
      List<Long> committed = new ArrayList<>();
      try (Session one = database.open(level, 0);
          Session other = database.open(level, 1)) {
        one.begin();
        one.readList(1);
        CompletableFuture<Failure> second =
            attempt(
                () -> {
                  other.begin();
                  other.append(1, 6);
                  other.commit();
                });
        Thread.sleep(300); // Where reads lock, it waits.
        CompletableFuture<Failure> first =
            attempt(
                () -> {
                  one.append(1, 5);
                  one.commit();
                });
        if (first.get(60, TimeUnit.SECONDS) == null) {
          committed.add(5L);
        }
        if (second.get(60, TimeUnit.SECONDS) == null) {
          committed.add(6L);
        }
        one.rollback();
        other.rollback();
        one.begin();
        assertThat(one.readList(1)).as(level.name()).containsExactlyInAnyOrderElementsOf(committed);
        one.commit();
      }
    }
  }

  private static boolean commits(Session session) throws InterruptedException {
    Thread.sleep(50);
    try {
      session.commit();
      return true;
    } catch (Failure e) {
      return false;
    }
  }
}
