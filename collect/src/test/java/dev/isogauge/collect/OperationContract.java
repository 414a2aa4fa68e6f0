package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What one session does to data, alone. */
interface OperationContract extends OpenedDatabase {
  @Test
  default void itemsAreWrittenReadChangedAndDeleted() throws Exception {
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
  default void largeNumbersSurvive() throws Exception {
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
  default void listsGrow() throws Exception {
    assumeTrue(database().capabilities().has(Capability.LISTS));
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
  default void longListsSurvive() throws Exception {
    assumeTrue(database().capabilities().has(Capability.LISTS));
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
  default void conditionsSelectAggregateAndChange() throws Exception {
    assumeTrue(database().capabilities().has(Capability.PREDICATES));
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
      if (database().capabilities().has(Capability.RETURNS_CHANGED)) {
        assertThat(updated.keys()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(deleted.keys()).containsExactly(1L);
      }
      assertThat(session.select(new Condition("value = 50")))
          .containsExactly(new Item(2, 50), new Item(3, 50));
      session.commit();
    }
  }

  @Test
  default void anySqlRunsOnTheOwnTables() throws Exception {
    assumeTrue(database().capabilities().has(Capability.SQL));
    try (Session session = session()) {
      session.begin();
      session.execute("INSERT INTO items (id, val) VALUES (?, ?)", 7L, 70L);
      Rows rows = session.execute("SELECT id, val FROM items WHERE id = 7");
      assertThat(rows.columns()).containsExactly("id", "val");
      assertThat(rows.rows()).containsExactly(List.of(7L, 70L));
      assertThat(session.execute("UPDATE items SET val = 71 WHERE id = 7").changed()).isEqualTo(1);
      session.commit();
    }
    assertThat(database().administer("SELECT val FROM items").text()).isEqualTo("71");
  }

  @Test
  default void readsForUpdateReturnWhatIsThere() throws Exception {
    assumeTrue(database().capabilities().has(Capability.READ_FOR_UPDATE));
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
  default void aRollbackToASavepointTakesBackWhatCameAfterIt() throws Exception {
    assumeTrue(database().capabilities().has(Capability.SAVEPOINTS));
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
  default void rollbackTakesEverythingBack() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(1, 10);
      session.rollback();
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.commit();
    }
  }
}
