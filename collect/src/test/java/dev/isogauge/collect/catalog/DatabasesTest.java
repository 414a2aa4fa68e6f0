package dev.isogauge.collect.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.UnknownNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void aVersionWhereThereIsOneOnlyIsRefused() {
    assertThatThrownBy(() -> Databases.open("derby:10.15", OPTIONS))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("'derby:10.15'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres:0.0",
        "mariadb",
        "etcd",
        "rocksdb:optimistic",
        "jdbc:postgresql://nowhere/test"
      })
  void aLevelIsRefusedBeforeAnythingIsFetchedOrStarted(String name) throws Exception {
    assertThatThrownBy(() -> Databases.capabilities(name).level("chaos"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("'chaos'")
        .hasMessageContaining(Databases.systems(name).get(0).capabilities().defaultLevel().id());
  }

  @Test
  void aLevelThatOneOfTheServersBehindAUrlOffersIsAccepted() throws Exception {
    Databases.capabilities("jdbc:postgresql://nowhere/test").level("read-uncommitted");
    Databases.capabilities("postgres:0.0").level("rr");
    assertThatThrownBy(() -> Databases.capabilities("postgres").level("snapshot"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining(
            "there are read-uncommitted, read-committed, repeatable-read, serializable");
  }

  @Test
  void anUnknownDatabaseIsRefusedBeforeItsLevel() {
    assertThatThrownBy(() -> Databases.capabilities("oracle").level("serializable"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("'oracle'");
    assertThatThrownBy(() -> Databases.capabilities("rocksdb:fast").level("snapshot"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("locks, optimistic");
  }

  @Test
  void capabilitiesAreKnownByName() throws Exception {
    assertThat(Databases.capabilities("rocksdb").has(Capability.TIMESTAMPS)).isTrue();
    assertThat(Databases.capabilities("rocksdb").has(Capability.SQL)).isFalse();
    assertThat(Databases.capabilities("jdbc:postgresql://nowhere/test").has(Capability.SNAPSHOTS))
        .isTrue();
    assertThat(Databases.capabilities("h2").has(Capability.SNAPSHOTS)).isFalse();
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
