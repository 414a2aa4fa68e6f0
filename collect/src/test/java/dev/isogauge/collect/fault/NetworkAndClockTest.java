package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A standby that is cut off, and a server whose clock is wrong. Needs root and libfaketime. */
@Timeout(180)
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
@EnabledIfSystemProperty(named = "user.name", matches = "root")
class NetworkAndClockTest {
  private static final long HOUR = 3600;

  @Test
  void aStandbyThatIsCutOffCatchesUpAndAClockGoesWrong() throws Exception {
    Topology topology =
        Topology.USUAL.withReplicas(1).withFaults(Set.of(FaultKind.PARTITION, FaultKind.CLOCK));
    try (Database database = Databases.open("postgres", topology, DatabaseOptions.defaults());
        Session primary = database.open(database.capabilities().defaultLevel(), 0);
        Session standby = database.open(database.capabilities().defaultLevel(), 1)) {
      ServerNode server = database.servers().get(0);
      server.cutFrom(1);
      primary.begin();
      primary.write(1, 10);
      primary.commit();
      Thread.sleep(2_000);
      assertThat(read(standby)).isEmpty();
      server.joinTo(1);
      while (read(standby).isEmpty()) {
        Thread.sleep(100); // The test's timeout ends this.
      }
      long before = seconds(database);
      server.skewClock(Duration.ofSeconds(HOUR));
      assertThat(seconds(database) - before).isBetween(HOUR - 1, HOUR + 60);
      server.skewClock(Duration.ofSeconds(-HOUR));
      assertThat(seconds(database) - before).isBetween(-HOUR - 1, -HOUR + 60);
    }
  }

  private static OptionalLong read(Session session) throws Exception {
    session.begin();
    OptionalLong value = session.read(1);
    session.commit();
    return value;
  }

  private static long seconds(Database database) throws Exception {
    return Long.parseLong(
        database.administer("SELECT extract(epoch FROM clock_timestamp())::bigint").text());
  }
}
