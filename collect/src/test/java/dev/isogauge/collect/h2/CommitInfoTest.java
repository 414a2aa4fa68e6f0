package dev.isogauge.collect.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.lang.reflect.Proxy;
import java.sql.Driver;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A database that says in SQL where its transactions stand; here a sequence of H2 does. */
class CommitInfoTest {
  private static final Level LEVEL = Level.standard(Level.SERIALIZABLE);
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of("H2", LEVEL.name(), Set.of(Capability.SQL, Capability.TIMESTAMPS), LEVEL);
  private static final String NEXT = "SELECT NEXT VALUE FOR isogauge.clock";

  /** H2's, but for what is asked around a commit. */
  private static Dialect dialect(String commitInfo) {
    H2 h2 = new H2();
    return (Dialect)
        Proxy.newProxyInstance(
            Dialect.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "system" -> SYSTEM;
                  case "mark" -> Optional.of(NEXT);
                  case "commitInfo" -> Optional.of(commitInfo);
                  case "timestamps" ->
                      new Timestamps(
                          (Long) ((List<?>) arguments[0]).get(0),
                          (Long) ((List<?>) arguments[1]).get(0));
                  default -> method.invoke(h2, arguments);
                });
  }

  private static Database open(String commitInfo) throws Exception {
    DatabaseOptions options = DatabaseOptions.defaults();
    Driver driver = new H2().load("", options);
    String url = "jdbc:h2:mem:clock" + System.identityHashCode(options);
    Dialect dialect = dialect(commitInfo);
    Database database =
        JdbcDatabase.create(
            "h2",
            connection -> dialect,
            number -> driver.connect(url, new Properties()),
            options,
            () -> {});
    database.administer("CREATE SEQUENCE isogauge.clock");
    return database;
  }

  @Test
  void eachCommitIsAskedFor() throws Exception {
    try (Database database = open(NEXT);
        Session session = database.open(LEVEL)) {
      assertThat(session.timestamps()).isPresent();
      for (long i = 0; i < 2; i++) {
        session.begin();
        session.write(1, i);
        session.commit();
        assertThat(session.timestamps()).contains(new Timestamps(2 * i + 1, 2 * i + 2));
      }
    }
  }

  @Test
  void aCommitWithoutItsPlaceIsOfUnknownOutcome() throws Exception {
    try (Database database = open("SELECT no_such_column");
        Session session = database.open(LEVEL)) {
      session.begin();
      session.write(1, 10);
      assertThatThrownBy(session::commit)
          .isInstanceOf(Failure.CommitUnknown.class)
          .hasMessageContaining("does not say when");
      session.rollback();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.rollback();
    }
  }
}
