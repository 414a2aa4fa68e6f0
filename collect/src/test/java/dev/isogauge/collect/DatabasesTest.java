package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DatabasesTest {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.defaults();

  @Test
  void anUnknownDatabaseNamesTheOnesThereAre() {
    assertThatThrownBy(() -> Databases.open("oracle", OPTIONS))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("'oracle'")
        .hasMessageContaining("postgres[:VERSION]")
        .hasMessageContaining("sqlite");
  }

  @Test
  void anUnknownTransactionModelNamesTheOnesThereAre() {
    assertThatThrownBy(() -> Databases.open("hsqldb:fast", OPTIONS))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("locks, mvlocks, mvcc");
  }

  @Test
  void anUnknownUrlNamesTheKindsThereAre() {
    assertThatThrownBy(() -> Databases.open("jdbc:oracle:thin:@host?password=secret", OPTIONS))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("jdbc:postgresql:")
        .hasMessageNotContaining("secret");
  }

  @Test
  void databasesOfOneSystemAreApart() throws Exception {
    try (Database one = Databases.open("h2", OPTIONS);
        Database other = Databases.open("h2", OPTIONS);
        Session session = one.open(one.capabilities().defaultLevel())) {
      session.begin();
      session.write(1, 10);
      session.commit();
      assertThat(other.administer("SELECT count(*) FROM items").text()).isEqualTo("0");
    }
  }
}
