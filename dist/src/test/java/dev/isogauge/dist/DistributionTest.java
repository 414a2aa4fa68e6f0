package dev.isogauge.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.dist.Installation.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip works where there is a Java runtime and nothing else: no JDK, no Maven, no bash. */
class DistributionTest {
  @TempDir static Path shared;
  private static Path runtime;

  private static final Path JOB = Path.of(System.getProperty("isogauge.job"));

  @TempDir Path directory;
  private Installation installation;

  @BeforeAll
  static void link() throws Exception {
    runtime = Installation.runtime(shared);
    assertThat(runtime.resolve("bin/javac")).doesNotExist();
  }

  private Installation unpack(String folder) throws Exception {
    installation = new Installation(directory, folder, runtime);
    return installation;
  }

  @AfterEach
  void letTheDirectoryBeRemoved() throws IOException {
    if (installation != null) {
      installation.makeWritable();
    }
  }

  private static List<Path> archives(Path below, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    } catch (UncheckedIOException e) {
      return archives(below, ending); // a file went while it was listed
    }
  }

  /** Waits for the archive that a start makes in the background. */
  private static Path archive(Path below) throws Exception {
    for (int i = 0; i < 600; i++) {
      List<Path> made = archives(below, ".jsa");
      if (!made.isEmpty() && archives(below, ".new").isEmpty()) {
        assertThat(made).hasSize(1);
        return made.get(0);
      }
      Thread.sleep(100);
    }
    throw new AssertionError("no archive is made below " + below);
  }

  /** Whether the main class came from the archive. */
  private boolean usesArchive() throws Exception {
    installation.with("ISOGAUGE_JAVA_OPTS", "-Xlog:class+load:file=" + classes() + "::filecount=0");
    installation.run("list", "levels");
    try (Stream<String> lines = Files.lines(classes())) {
      return lines.anyMatch(
          line -> line.contains("dev.isogauge.app.Main source: shared objects file"));
    }
  }

  private Path classes() {
    return installation.cache().resolve("classes.log");
  }

  @Test
  void checksOnARuntimeAlone() throws Exception {
    unpack("opt").withoutArchive();
    Path history = directory.resolve("a history.txt");
    Files.writeString(history, "s1: aborted w(x,1)\ns2: r(x,1)\n");

    Run violated = installation.run("check", "--level", "rc", history.toString());
    Run satisfied = installation.run("check", "--level", "ci", history.toString());

    assertThat(violated.err()).isEmpty();
    assertThat(violated.exitCode()).isEqualTo(1);
    assertThat(violated.out()).contains("AbortedRead");
    assertThat(satisfied.exitCode()).isZero();
  }

  /**
   * Java 17 does not take classes of a jar in such a path from the archive, so that is not asked.
   */
  @Test
  void runsInAPathWithBlanks() throws Exception {
    unpack("a place with blanks");
    Path history = directory.resolve("a history.txt");
    Files.writeString(history, "s1: aborted w(x,1)\ns2: r(x,1)\n");

    // As if unpacked in a time zone west of where it was built.
    Path jar = installation.home().resolve("lib/isogauge.jar");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plus(8, ChronoUnit.HOURS)));

    Run run = installation.run("check", "--level", "rc", history.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(1);
    Path archive = archive(installation.home().resolve("lib"));
    assertThat(archive).isNotEmptyFile();
    Object made = identity(archive);
    assertThat(installation.run("list", "levels").exitCode()).isZero();
    assertThat(identity(archive)).as("it is made once").isEqualTo(made);
  }

  private static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  @Test
  void runsFromAnotherDirectoryThroughALink() throws Exception {
    unpack("opt").withoutArchive();
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("-h.txt"), "s1: w(x,1)\ns2: r(x,1)\n");
    Path link = Files.createSymbolicLink(elsewhere.resolve("tool"), installation.launcher());
    Path second = Files.createSymbolicLink(elsewhere.resolve("again"), Path.of("tool"));

    Run run = installation.run(second, elsewhere, "check", "--level", "ra", "./-h.txt");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("read-atomic");
    assertThat(run.exitCode()).isZero();
    Files.delete(second);
    Files.delete(link);
  }

  @Test
  void aReadOnlyInstallationHasItsArchiveInTheCache() throws Exception {
    unpack("opt").makeReadOnly();

    Run run = installation.run("list", "levels");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    archive(installation.cache());
    assertThat(archives(installation.home().resolve("lib"), ".jsa")).isEmpty();
    assertThat(usesArchive()).isTrue();
  }

  /** The user's own repository is empty. */
  @Test
  void fetchesADatabaseWithoutMaven() throws Exception {
    unpack("opt").withoutArchive();
    Path home = Files.createDirectories(directory.resolve("user"));
    mirror(home);
    installation.with("ISOGAUGE_JAVA_OPTS", "-Duser.home=" + home);
    for (String tool : List.of("tar", "cat")) {
      installation.link(tool);
    }
    String[] command = {"test", "h2", "--duration", "300ms", "--seed", "1", "--force", "--out"};
    String[] test = Stream.concat(Stream.of(command), Stream.of("out")).toArray(String[]::new);

    Run first = installation.run(test);
    Run second = installation.run(test);

    assertThat(first.err()).containsPattern("downloading h2-[0-9.]+jar, .* from near");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(second.err()).doesNotContain("downloading");
    Path downloads = installation.cache().resolve("isogauge/repository/com/h2database/h2");
    assertThat(downloads).isDirectory();

    spoil(downloads);
    Run third = installation.run(test);
    assertThat(third.exitCode()).isEqualTo(5);
    assertThat(third.err()).contains("SHA-256", "has been removed: try again");
    assertThat(installation.run(test).exitCode()).isZero();
  }

  /** Lets the repository of this build stand for a mirror. */
  private static void mirror(Path home) throws IOException {
    Path settings = Files.createDirectories(home.resolve(".m2")).resolve("settings.xml");
    Path mirror = Path.of(System.getProperty("isogauge.repository"));
    Files.writeString(
        settings,
        "<settings><mirrors><mirror><id>near</id><mirrorOf>*</mirrorOf><url>"
            + mirror.toUri()
            + "</url></mirror></mirrors></settings>");
  }

  private static void spoil(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".jar")).toList()) {
        Files.writeString(file, "spoilt");
      }
    }
  }

  @Test
  void theZipHoldsWhatItShould() throws Exception {
    Path home = unpack("opt").home();
    assertThat(home.resolve("bin/isogauge.bat")).content().contains("\r\n");
    assertThat(home.resolve("completions/isogauge.bash")).content().contains("complete", "litmus");
    for (String file : List.of("LICENSE", "licenses/MIT-slf4j.txt")) {
      assertThat(home.resolve(file)).isNotEmptyFile();
    }
    assertThat(home.resolve("lib").toFile().list()).noneMatch(name -> name.contains("flink"));
    try (JarFile job = new JarFile(JOB.toFile())) {
      for (String name : List.of("README.md", "BSD-2-Clause-zstd-jni.txt", "BSD-3-Clause.txt")) {
        assertThat(job.getEntry("META-INF/licenses/" + name)).as(name).isNotNull();
      }
    }
    // What no other class names is easily left out.
    try (JarFile jar = new JarFile(home.resolve("lib/isogauge.jar").toFile())) {
      for (String name :
          List.of(
              "collect/rocksdb/engine/RocksDbStore",
              "node/hazelcast/HazelcastMember",
              "fetch/MavenRepositories")) {
        assertThat(jar.getEntry("dev/isogauge/" + name + ".class")).as(name).isNotNull();
      }
    }
  }

  @Test
  void linksOfTheReadmeLeadSomewhereInTheZip() throws Exception {
    Path home = unpack("opt").home();
    String page = Files.readString(home.resolve("README.md"));
    List<String> links =
        Pattern.compile("(?:]\\(|(?:src|srcset)=\")(?!https?:)([^)#\"]+)")
            .matcher(page)
            .results()
            .map(link -> link.group(1))
            .toList();
    assertThat(links).hasSizeGreaterThan(30);
    assertThat(links).allSatisfy(link -> assertThat(home.resolve(link)).exists());
    assertThat(home.resolve("docs/schema/report.schema.json")).isNotEmptyFile();
  }

  @Test
  void saysWhereTheJobForFlinkIs() throws Exception {
    unpack("opt").withoutArchive();
    Path history = Files.writeString(directory.resolve("history.jsonl"), "");

    Run run = installation.run("flink", "--source", history.toString(), "--level", "si");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err())
        .contains("there is no " + JOB.getFileName() + " in " + installation.home().resolve("lib"));
  }

  /** A real cluster, from the jar beside the zip; the rest is fetched as for a user. */
  @Test
  void runsTheJobForFlink() throws Exception {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
    // Flink needs jdk.management, which the smallest runtime lacks.
    installation = new Installation(directory, "opt", Path.of(System.getProperty("java.home")));
    installation.withoutArchive();
    Files.copy(JOB, installation.home().resolve("lib").resolve(JOB.getFileName()));
    for (String tool : List.of("cat", "setsid", "kill")) {
      installation.link(tool);
    }
    Path history = directory.resolve("history.jsonl");
    Files.writeString(
        history,
        """
        {"session":"s1","txn":"t1","sno":1,"ts":[1,2],"ops":[["w","x",1]]}
        {"session":"s2","txn":"t2","sno":1,"ts":[3,4],"ops":[["r","x",null]]}
        """);

    Run run =
        installation.run(
            "flink", "--source", history.toString(), "--level", "si", "--mode", "batch");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).startsWith("snapshot-isolation by timestamps violated: 1 External");
  }

  @Test
  void everyLibraryHasALicenceWhoseTextIsThere() throws Exception {
    List<String> components = components(unpack("opt").home());
    assertThat(components).hasSizeGreaterThan(20);
    assertThat(components)
        .allSatisfy(
            component -> assertThat(component).containsPattern("\"id\" : \"(Apache-2.0|MIT)\""))
        .anySatisfy(component -> assertThat(component).contains("\"picocli\""));
    assertThat(components.stream().filter(each -> each.contains("\"MIT\"")))
        .allMatch(each -> each.contains("\"name\" : \"slf4j-"));
  }

  /** The components in the bill of materials, as text. */
  private static List<String> components(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      Optional<Path> bill = files.filter(file -> file.toString().endsWith(".cdx.json")).findFirst();
      assumeTrue(bill.isPresent(), "built offline, without a bill of materials");
      String text = Files.readString(bill.get());
      Matcher component =
          Pattern.compile("\\{\\s+\"type\" : \"library\".*?\n    \\}", Pattern.DOTALL)
              .matcher(text.substring(text.indexOf("\n  \"components\"")));
      return component.results().map(MatchResult::group).toList();
    }
  }
}
