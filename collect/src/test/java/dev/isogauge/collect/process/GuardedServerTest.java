package dev.isogauge.collect.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small shells that behave as servers do on bad days. */
@Timeout(60)
class GuardedServerTest {
  @Test
  void aServerThatDoesNotEndIsKilled() throws Exception {
    try (GuardedDirectory directory = GuardedDirectory.create("isogauge-deaf")) {
      GuardedServer server =
          started(directory, "trap '' TERM; touch ready; while :; do sleep 0.1; done");
      assertThat(server.stop(Duration.ofMillis(500))).isTrue();
      assertThat(directory.hasEnded()).isTrue();
    }
  }

  @Test
  void aServerThatEndsWhenToldIsNotKilled() throws Exception {
    try (GuardedDirectory directory = GuardedDirectory.create("isogauge-obedient")) {
      GuardedServer server =
          started(directory, "trap 'exit 0' TERM; touch ready; while :; do sleep 0.1; done");
      assertThat(server.stop(Duration.ofSeconds(20))).isFalse();
      assertThat(directory.hasEnded()).isTrue();
    }
  }

  /** As one that does not find the others while the network is cut. */
  @Test
  void aServerThatEndsAgainIsStartedAgain() throws Exception {
    try (GuardedDirectory directory = GuardedDirectory.create("isogauge-failing")) {
      String script =
          "echo x >>starts; [ $(wc -l <starts) = 2 ] && { echo no majority; exit 1; };"
              + " touch ready; while :; do sleep 0.1; done";
      GuardedServer server = started(directory, script);
      server.kill();
      Files.delete(directory.path().resolve("ready"));
      server.start();
      assertThat(Files.readAllLines(directory.path().resolve("starts"))).hasSize(3);
    }
  }

  @Test
  void aServerThatNeverStartsSaysWhy() throws Exception {
    try (GuardedDirectory directory = GuardedDirectory.create("isogauge-dead")) {
      GuardedServer server =
          started(
              directory,
              "[ -e ready ] && { echo no majority; exit 1; };"
                  + " touch ready; while :; do sleep 0.1; done");
      server.kill();
      Path ready = directory.path().resolve("ready");
      GuardedServer away =
          new GuardedServer(
              "away",
              directory,
              Site.alone(),
              "TERM",
              () -> {
                throw new IOException("not " + ready);
              });
      assertThatThrownBy(() -> away.start(Duration.ofSeconds(1)))
          .hasMessageMatching("it ended while it was starting .\\d+ attempts?.: no majority");
    }
  }

  private static GuardedServer started(GuardedDirectory directory, String script) throws Exception {
    directory.endBy("KILL");
    directory.start(List.of("sh", "-c", "cd " + directory.path() + " && " + script));
    Path ready = directory.path().resolve("ready");
    GuardedServer server =
        new GuardedServer(
            "server",
            directory,
            Site.alone(),
            "TERM",
            () -> {
              if (!Files.exists(ready)) {
                throw new IOException("not ready");
              }
            });
    assertThat(directory.awaitReady(server.probe(), 20)).isTrue();
    return server;
  }
}
