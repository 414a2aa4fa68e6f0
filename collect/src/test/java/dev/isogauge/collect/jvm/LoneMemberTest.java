package dev.isogauge.collect.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.catalog.Databases;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A member that starts and finds no other must not take itself for the whole cluster. */
@Tag("extras")
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
class LoneMemberTest {
  @Test
  void infinispan() throws Exception {
    try (Database database = Databases.open("infinispan", DatabaseOptions.defaults())) {
      List<ServerNode> servers = database.servers();
      for (ServerNode server : servers) {
        server.kill();
      }
      assertThatThrownBy(servers.get(0)::start).isInstanceOf(DatabaseException.class);

      FutureTask<Boolean> first =
          new FutureTask<>(
              () -> {
                servers.get(0).start();
                return true;
              });
      new Thread(first).start();
      servers.get(1).start();
      assertThat(first.get(3, TimeUnit.MINUTES)).isTrue();
    }
  }
}
