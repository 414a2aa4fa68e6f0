package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher does before it starts Java: its build, its locks and its archive. */
class LauncherBuildTest {
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  @TempDir Path directory;
  private Checkout checkout;

  @BeforeEach
  void copy() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash here");
    checkout = new Checkout(directory);
  }

  @AfterEach
  void letTheDirectoryBeRemoved() throws IOException {
    if (checkout != null) {
      checkout.makeWritable();
    }
  }

  @Test
  void buildsOnceAndThenStartsTwoProcessesOnly() throws Exception {
    CommandRun first = checkout.run("list", "levels");
    assertThat(first.exitCode()).isZero();
    assertThat(first.err()).isEqualTo("isogauge: building 2/7 Isogauge core 1.0.0-rc1\n");
    checkout.archived();
    assertThat(checkout.calls()).containsOnlyOnce("mvn", "rehearse", "dump");

    CommandRun second = checkout.run("list", "levels");

    assertThat(second.err()).isEmpty();
    assertThat(second.out()).contains(ARCHIVE, "dev.isogauge.app.Main list levels");
    assertThat(checkout.calls()).containsExactly("readlink", "find");
  }

  @Test
  void aChangeOfAnyModuleIsBuilt() throws Exception {
    for (String module : checkout.modules()) {
      checkout.run("list", "levels");
      checkout.calls();

      Checkout.change(checkout.source(module));
      checkout.run("list", "levels");

      assertThat(checkout.calls()).as(module).contains("mvn");
      Files.setLastModifiedTime(
          checkout.source(module), Files.getLastModifiedTime(checkout.root().resolve("pom.xml")));
    }
  }

  @Test
  void theJobForFlinkIsBuiltWhenItIsNeeded() throws Exception {
    Path job = checkout.root().resolve("app/target/launcher/isogauge-flink.jar");
    checkout.run("list", "levels");
    assertThat(job).doesNotExist();
    checkout.calls();

    assertThat(checkout.run("flink").exitCode()).isZero();
    assertThat(checkout.calls()).contains("mvn");
    assertThat(job).hasContent("job");
    checkout.run("flink");
    checkout.run("list", "levels");
    assertThat(checkout.calls()).doesNotContain("mvn");

    Files.delete(job);
    checkout.run("list", "levels");
    checkout.with("ISOGAUGE_FLINK_JAR", "other.jar").run("flink");
    assertThat(checkout.calls()).doesNotContain("mvn");
    checkout.with("ISOGAUGE_FLINK_JAR", "").run("flink");
    assertThat(checkout.calls()).contains("mvn");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void exitCodesArePassedThrough(int code) throws Exception {
    checkout.with("JAVA_EXIT", Integer.toString(code));

    assertThat(checkout.run("list", "levels").exitCode()).isEqualTo(code);
    assertThat(checkout.run("list", "levels").exitCode()).isEqualTo(code);
  }

  @Test
  void aServiceHasItsOptions() throws Exception {
    Path options = checkout.root().resolve("app/src/main/launcher/service.options");
    assertThat(checkout.run("serve").out()).contains("@" + options).doesNotContain("TieredStop");
    assertThat(checkout.run("check", "x").out()).contains("TieredStop").doesNotContain("@");
    assertThat(checkout.run("test", "h2").out()).doesNotContain("TieredStop", "@");

    Files.delete(options);
    assertThat(checkout.run("serve").out()).contains("Main serve").doesNotContain("@");
  }

  @Test
  void aBuildThatFailsIsShown() throws Exception {
    CommandRun run = checkout.with("BUILD_FAILS", "yes").run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("cannot build", "the build failed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoAtOnceBuildOnce(boolean flock) throws Exception {
    if (flock) {
      checkout.link("flock");
    }
    checkout.with("BUILD_SECONDS", "1");

    Process one = checkout.start("1", "list", "levels");
    Process two = checkout.start("2", "list", "levels");

    assertThat(checkout.ended(one, "1").exitCode()).isZero();
    assertThat(checkout.ended(two, "2").exitCode()).isZero();
    checkout.archived();
    assertThat(checkout.calls()).containsOnlyOnce("mvn", "dump");
    assertThat(Files.exists(checkout.lock())).isFalse();
  }

  @Test
  void aLockWhoseOwnerIsDeadIsBroken() throws Exception {
    Process owner = new ProcessBuilder("/bin/bash", "-c", "exit").start();
    owner.waitFor();
    lock(owner.pid());

    CommandRun run = checkout.with("ISOGAUGE_WAIT", "600").run("list", "levels");

    assertThat(run.exitCode()).isZero();
    assertThat(checkout.calls()).contains("mvn");
  }

  @Test
  void aBuildIsWaitedForWithinLimits() throws Exception {
    lock(ProcessHandle.current().pid());

    CommandRun run = checkout.with("ISOGAUGE_WAIT", "1").run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("another launcher has been building for 1 seconds");
  }

  @Test
  void anArchiveThatAnotherStartMakesIsNotMadeTwice() throws Exception {
    checkout.run("list", "levels");
    checkout.archived();
    checkout.calls();
    checkout.java("other").with("JAVA_EXIT", "3");
    Path begun = checkout.lock().resolveSibling("other-17.0.9.jsa.new");
    Files.createFile(begun);

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain(ARCHIVE);
    assertThat(checkout.calls()).doesNotContain("rehearse", "dump");
    Files.setLastModifiedTime(begun, FileTime.from(Instant.now().minusSeconds(1000)));
    checkout.run("list", "levels");
    checkout.archived();
    assertThat(checkout.run("list", "levels").out()).as("its maker was killed").contains(ARCHIVE);
  }

  @Test
  void withoutAnArchiveTheCommandRuns() throws Exception {
    checkout.with("DUMP_FAILS", "yes").with("JAVA_EXIT", "3");

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain(ARCHIVE);
    checkout.archived();
    assertThat(checkout.calls()).containsOnlyOnce("dump");
    assertThat(checkout.run("list", "levels").out()).doesNotContain(ARCHIVE);
    assertThat(checkout.calls()).as("it is tried once a build").doesNotContain("dump");
  }

  @Test
  void aNewJavaOnACheckoutOfOthersHasItsArchiveInTheCache() throws Exception {
    checkout.run("list", "levels");
    checkout.archived();
    checkout.calls();
    checkout.makeReadOnly();
    checkout.java("other").with("JAVA_EXIT", "3");

    CommandRun first = checkout.run("list", "levels");
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(3);
    checkout.archived(checkout.cache());
    assertThat(checkout.calls()).contains("dump");

    CommandRun second = checkout.run("list", "levels");
    assertThat(second.exitCode()).isEqualTo(3);
    assertThat(second.out()).contains(ARCHIVE + checkout.cache());
    assertThat(checkout.calls()).containsExactly("readlink", "find");
  }

  @Test
  void whereNothingCanBeWrittenTheCommandRuns() throws Exception {
    checkout.run("list", "levels");
    checkout.archived();
    checkout.makeReadOnly();
    checkout.calls();
    checkout.java("other").with("XDG_CACHE_HOME", "/proc").with("JAVA_EXIT", "3");

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain(ARCHIVE);
  }

  @Test
  void aBuildThatCannotBeMadeIsAFaultOfTheEnvironment() throws Exception {
    checkout.run("list", "levels");
    checkout.archived();
    Checkout.change(checkout.source("core"));
    checkout.makeReadOnly();

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("older than its sources", "app/target cannot be written");
  }

  private void lock(long pid) throws Exception {
    Files.createDirectories(checkout.lock().getParent());
    Files.createSymbolicLink(checkout.lock(), Path.of(Long.toString(pid)));
  }
}
