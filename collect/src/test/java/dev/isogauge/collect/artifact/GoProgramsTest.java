package dev.isogauge.collect.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs are built once, and only where that is wanted and possible. */
class GoProgramsTest {
  @TempDir private Path cache;

  private final List<String> notices = new ArrayList<>();

  /** Whether databases can be built. */
  static boolean isGoThere() {
    return Commands.find("go").isPresent();
  }

  @BeforeEach
  void useAnEmptyCache() {
    System.setProperty("isogauge.cache", cache.toString());
  }

  @AfterEach
  void useTheUsualCache() {
    System.clearProperty("isogauge.cache");
    System.clearProperty("isogauge.offline");
  }

  private Path built(String main) throws DatabaseException {
    return GoPrograms.built("etcd-3.6", "etcd 3.6", main, "a while", List.of(), notices::add);
  }

  @Test
  void whatWasBuiltIsUsedOffline() throws Exception {
    System.setProperty("isogauge.offline", "true");
    assertThatThrownBy(() -> built("cmd/true"))
        .isInstanceOf(DatabaseException.class)
        .hasMessage(
            "etcd 3.6 is not on this machine, and fetching is switched off; use it once where Go may"
                + " fetch, and copy "
                + cache.resolve("etcd-3.6")
                + " from there");
    Files.createDirectory(cache.resolve("etcd-3.6"));
    assertThat(built("cmd/true")).isEqualTo(cache.resolve("etcd-3.6/etcd-3.6"));
    assertThat(notices).isEmpty();
  }

  /** A package that its modules do not have: Go asks no proxy, and nothing is left behind. */
  @Test
  void aBuildThatFailsSaysWhyAndLeavesNothing() {
    assumeTrue(isGoThere(), "there is no go on the PATH");
    assertThatThrownBy(() -> built("isogauge.dev/build/etcd/nothing"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("isogauge.dev/build/etcd/nothing");
    assertThat(notices).containsExactly("building etcd 3.6 from Go modules: a while");
    assertThat(cache).isEmptyDirectory();
  }
}
