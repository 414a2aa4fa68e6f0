package dev.isogauge.collect.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Downloads a driver of 79 MB: profile {@code extras}. */
@Tag("extras")
class DuckDbContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "duckdb";
  }

  /** After a failed commit DuckDB's connection commits every statement by itself. */
  @Test
  void aFailedCommitLeavesNoConnectionThatCommitsByItself() throws Exception {
    Level level = database.capabilities().defaultLevel();
    try (Session one = database.open(level);
        Session other = database.open(level)) {
      one.begin();
      other.begin();
      one.write(1, 10);
      other.write(1, 11);
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(Failure.Aborted.class);
      other.rollback();
      other.begin();
      other.write(2, 20);
      other.rollback();
      one.begin();
      assertThat(one.read(1)).hasValue(10);
      assertThat(one.read(2)).isEmpty();
      one.commit();
    }
  }

  /**
   * What the documentation says about it: a delete does not notice an update since its snapshot.
   */
  @Test
  void aDeleteLosesAnUpdate() throws Exception {
    Level level = database.capabilities().defaultLevel();
    try (Session one = database.open(level);
        Session other = database.open(level)) {
      one.begin();
      one.write(1, 10);
      one.commit();
      one.begin();
      assertThat(one.read(1)).hasValue(10);
      other.begin();
      assertThat(other.update(1, 11)).isTrue();
      other.commit();
      assertThat(one.delete(1)).isTrue();
      one.commit();
      one.begin();
      assertThat(one.read(1)).isEmpty();
      one.commit();
    }
  }
}
