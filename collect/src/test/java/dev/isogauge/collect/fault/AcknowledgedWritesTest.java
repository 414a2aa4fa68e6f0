package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which acknowledged writes are known to be gone; a session that is not recorded takes them back.
 */
class AcknowledgedWritesTest {
  @TempDir private Path directory;

  private static void set(Database database, Level level, OptionalLong value) throws Exception {
    try (Session session = database.open(level)) {
      session.begin();
      if (value.isPresent()) {
        session.write(1, value.getAsLong());
      } else {
        session.delete(1);
      }
      session.commit();
    }
  }

  private static List<Long> lost(Database database, Level level, Recorder recorder)
      throws Exception {
    return FinalReads.of(database, level, recorder).lost().stream()
        .map(Durability.Lost::value)
        .toList();
  }

  @Test
  void whatCameBeforeShowsWhatIsGone() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = Recorder.create(directory.resolve("history.jsonl"))) {
      Level level = database.capabilities().defaultLevel();
      try (Session session = new RecordedSession(database.open(level), recorder, "s1")) {
        for (long value = 1; value <= 3; value++) {
          session.begin();
          session.write(1, value);
          session.commit();
        }
      }
      assertThat(lost(database, level, recorder)).isEmpty();
      set(database, level, OptionalLong.of(1));
      assertThat(lost(database, level, recorder)).containsExactly(2L, 3L);
      set(database, level, OptionalLong.of(2));
      assertThat(lost(database, level, recorder)).containsExactly(3L);
      set(database, level, OptionalLong.empty());
      assertThat(lost(database, level, recorder)).containsExactly(1L, 2L, 3L);
    }
  }

  /** Either of two that overlap may be the last one, unless one has read the other. */
  @Test
  void whatMayHaveBeenOverwrittenIsNotMissed() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = Recorder.create(directory.resolve("history.jsonl"))) {
      Level level = database.capabilities().defaultLevel();
      try (Session first = new RecordedSession(database.open(level), recorder, "s1");
          Session second = new RecordedSession(database.open(level), recorder, "s2");
          Session third = new RecordedSession(database.open(level), recorder, "s3")) {
        third.begin();
        second.begin();
        first.begin();
        first.write(1, 10);
        first.commit();
        second.write(1, 20);
        second.commit();
        third.read(1);
        third.write(1, 30);
        third.commit();
      }
      assertThat(lost(database, level, recorder)).isEmpty();
      set(database, level, OptionalLong.of(10));
      assertThat(lost(database, level, recorder)).isEmpty();
      set(database, level, OptionalLong.of(20));
      assertThat(lost(database, level, recorder)).containsExactly(30L);
    }
  }
}
