package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
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
    assertThat(first.err()).contains("building");
    assertThat(checkout.calls()).containsOnlyOnce("mvn", "rehearse", "dump");

    CommandRun second = checkout.run("list", "levels");

    assertThat(second.err()).isEmpty();
    assertThat(second.out()).contains(ARCHIVE, "dev.isogauge.app.Main list levels");
    assertThat(checkout.calls()).containsExactly("find");
  }

  @Test
  void aChangeOfAnyModuleThatTheProgramConsistsOfIsBuilt() throws Exception {
    Set<String> needed = checkout.needed();
    assertThat(needed).contains("core", "app").isSubsetOf(checkout.modules());
    for (String module : checkout.modules()) {
      checkout.run("list", "levels");
      checkout.calls();

      Checkout.change(checkout.source(module));
      checkout.run("list", "levels");

      assertThat(checkout.calls().contains("mvn")).as(module).isEqualTo(needed.contains(module));
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

    Checkout.change(checkout.source("flink"));
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
  void smallFilesAndDirectoriesNeedNoOptimisingCompiler() throws Exception {
    String quick = "-XX:TieredStopAtLevel=1";
    Path logs = Files.createDirectories(directory.resolve("history of logs"));
    Files.write(logs.resolve("T1.log"), new byte[4 << 20]);
    Files.write(logs.resolve("T2.log"), new byte[1]);
    String log = logs.resolve("T1.log").toString();
    assertThat(checkout.run("check", log).out()).contains(quick);
    assertThat(checkout.run("check", logs.toString(), log).out()).contains(quick);
    assertThat(checkout.run("check", directory.toString()).out()).doesNotContain(quick);

    Files.write(logs.resolve("T2.log"), new byte[(4 << 20) + 1]);
    assertThat(checkout.run("check", logs.toString()).out()).doesNotContain(quick);
  }

  @Test
  void aServiceHasItsOptions() throws Exception {
    Path options = checkout.root().resolve("app/src/main/launcher/service.options");
    assertThat(checkout.run("serve").out()).contains("@" + options).doesNotContain("TieredStop");
    assertThat(checkout.run("check", directory.toString()).out()).doesNotContain("@");

    Files.delete(options);
    assertThat(checkout.run("serve").out()).contains("Main serve").doesNotContain("@");
  }

  @Test
  void aSearchInALargeFileGetsTheOptimisingCompiler() throws Exception {
    String quick = "-XX:TieredStopAtLevel=1";
    String file = directory.resolve("large.txt").toString();
    try (RandomAccessFile large = new RandomAccessFile(file, "rw")) {
      large.setLength((64 << 20) + 1);
    }
    assertThat(checkout.run("check", "--level", "ser", file).out()).doesNotContain(quick);
    assertThat(checkout.run("check", "--level=rc,si", file).out()).doesNotContain(quick);
    assertThat(checkout.run("check", file).out()).doesNotContain(quick);
    assertThat(checkout.run("check", "--level", "rc,cc", file).out()).contains(quick);
    assertThat(checkout.run("check", "--level", "ser", "--order", "replay", file).out())
        .contains(quick);
    assertThat(checkout.run("stats", file).out()).contains(quick);

    try (RandomAccessFile large = new RandomAccessFile(file, "rw")) {
      large.writeBytes("s1 1: [ts 1..2] w(x,1)\n");
    }
    assertThat(checkout.run("check", "--level", "ser", file).out()).contains(quick);
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
  void anArchiveThatAnotherMakesIsNotWaitedForLong() throws Exception {
    checkout.run("list", "levels");
    checkout.calls();
    checkout.java("other").with("ISOGAUGE_WAIT", "1").with("JAVA_EXIT", "3");
    Files.createSymbolicLink(
        checkout.lock().resolveSibling("archive.lock.owner"),
        Path.of(ProcessHandle.current().pid() + "@" + host()));

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain(ARCHIVE);
    assertThat(checkout.calls()).doesNotContain("dump");
  }

  @Test
  void withoutAnArchiveTheCommandRuns() throws Exception {
    checkout.with("DUMP_FAILS", "yes").with("JAVA_EXIT", "3");

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain(ARCHIVE);
    assertThat(checkout.calls()).containsOnlyOnce("dump");
    checkout.run("list", "levels");
    assertThat(checkout.calls()).as("it is tried once a build").doesNotContain("dump");
  }

  @Test
  void aNewJavaOnACheckoutOfOthersHasItsArchiveInTheCache() throws Exception {
    checkout.run("list", "levels");
    checkout.calls();
    checkout.makeReadOnly();
    checkout.java("other").with("JAVA_EXIT", "3");

    CommandRun first = checkout.run("list", "levels");
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(3);
    assertThat(first.out()).contains(ARCHIVE + checkout.cache());
    assertThat(checkout.calls()).contains("dump");

    CommandRun second = checkout.run("list", "levels");
    assertThat(second.exitCode()).isEqualTo(3);
    assertThat(checkout.calls()).containsExactly("find");
  }

  @Test
  void whereNothingCanBeWrittenTheCommandRuns() throws Exception {
    checkout.run("list", "levels");
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
    Checkout.change(checkout.source("core"));
    checkout.makeReadOnly();

    CommandRun run = checkout.run("list", "levels");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("older than its sources", "app/target cannot be written");
  }

  private void lock(long pid) throws Exception {
    Files.createDirectories(checkout.lock().getParent());
    Files.createSymbolicLink(checkout.lock(), Path.of(pid + "@" + host()));
  }

  private static String host() throws Exception {
    Process bash = new ProcessBuilder("/bin/bash", "-c", "echo \"$HOSTNAME\"").start();
    return new String(bash.getInputStream().readAllBytes(), UTF_8).strip();
  }
}
