package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.catalog.Databases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What every adapter keeps, on the real database, with the capabilities that it declares. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseContract
    implements OperationContract, ConflictContract, RecordingContract {
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

  @Override
  public Database database() {
    return database;
  }

  @Test
  void saysWhatItIs() {
    assertThat(database.name()).isEqualTo(name());
    assertThat(database.version()).matches("\\S.* v?\\d+\\..*");
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
    assertThat(Databases.systems(name(), topology(), Map.of()))
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
}
