package dev.isogauge.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies of the core point one way, and what has no place in a library stays out. */
class ArchitectureTest {
  private static final String ROOT = "dev.isogauge.";

  /** By package, the other packages of the core that it may use. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          // A module of its own, which knows nothing of the core.
          entry("recorder", List.of()),
          entry("util", List.of()),
          entry("text", List.of()),
          entry("page", List.of()),
          entry("checker", List.of("anomaly", "graph", "history", "verdict")),
          entry("level", List.of()),
          entry("history", List.of("util")),
          entry("graph", List.of("anomaly", "util")),
          entry("predicate", List.of("history")),
          entry("solver", List.of()),
          entry("anomaly", List.of("level", "history")),
          entry("verdict", List.of("anomaly", "history")),
          entry("order", List.of("anomaly", "history", "timestamp")),
          entry("timestamp", List.of("history")),
          // Below the families, since known orders, certificates and lists all need them.
          entry("versions", List.of("anomaly", "graph", "history", "order")),
          entry("format", List.of("history", "recorder", "util")),
          entry(
              "check",
              List.of(
                  "anomaly",
                  "checker",
                  "history",
                  "level",
                  "graph",
                  "order",
                  "predicate",
                  "solver",
                  "timestamp",
                  "util",
                  "verdict",
                  "versions")),
          // Verifiers share the evaluation of conditions with checkers, and nothing else: no order,
          // no graph.
          entry("verify", List.of("history", "level", "predicate", "verdict")),
          entry("generate", List.of("history", "format", "anomaly", "level", "text", "util")),
          entry("evidence", List.of("anomaly", "history", "level", "text")),
          entry("explain", List.of("evidence", "anomaly", "history", "level", "order", "text")),
          entry(
              "report",
              List.of(
                  "evidence",
                  "explain",
                  "shrink",
                  "anomaly",
                  "history",
                  "level",
                  "check",
                  "format",
                  "page",
                  "text",
                  "verdict")),
          entry(
              "shrink",
              List.of(
                  "evidence",
                  "explain",
                  "order",
                  "predicate",
                  "anomaly",
                  "history",
                  "level",
                  "check",
                  "verdict")));

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.isogauge");

  static Set<String> packages() {
    return CORE.stream()
        .map(type -> type.getPackageName().substring(ROOT.length()).split("\\.", -1)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyPackageHasItsRule() {
    assertThat(MAY_USE.keySet()).containsAll(packages());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void dependenciesPointOneWay(String name) {
    String[] allowed =
        MAY_USE.get(name).stream().map(other -> ROOT + other + "..").toArray(String[]::new);
    String[] own = Arrays.copyOf(allowed, allowed.length + 1);
    own[allowed.length] = ROOT + name + "..";
    noClasses()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .dependOnClassesThat(resideInAPackage("dev.isogauge..").and(not(resideInAnyPackage(own))))
        .check(CORE);
  }

  @Test
  void checkerFamiliesDoNotKnowOneAnother() {
    slices()
        .matching("dev.isogauge.check.(*)..")
        .should()
        .notDependOnEachOther()
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void checkerFamiliesDoNotKnowWhoPicksThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.isogauge.check.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.isogauge.check")
        .check(CORE);
  }

  /** Options belong to the command line. */
  @Test
  void messagesDoNotQuoteOptions() throws IOException {
    Pattern option = Pattern.compile("\"[^\"\n]*--[a-z]");
    Path sources = Path.of("src/main/java/dev/isogauge");
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> quoting =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> option.matcher(read(file)).find())
              .toList();
      assertThat(quoting).isEmpty();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void onlyPredicatesKnowTheParserOfSql() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.predicate")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.sf.jsqlparser..")
        .check(CORE);
  }

  @Test
  void formatsKnowTheirToolsOnlyAndNotOneAnother() {
    slices()
        .matching("dev.isogauge.format.(*)")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(
            alwaysTrue(),
            resideInAnyPackage("dev.isogauge.format.spi", "dev.isogauge.format.toolkit"))
        .check(CORE);
  }

  @Test
  void packagesFormNoCycles() {
    slices().matching("dev.isogauge.(**)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void nothingPrints() {
    noClasses().should().accessField(System.class, "out").check(CORE);
    noClasses().should().accessField(System.class, "err").check(CORE);
    noCalls("printStackTrace", Throwable.class);
  }

  @Test
  void nothingAsksForGarbageCollectionOrEndsTheProcess() {
    noCalls("gc", System.class);
    noCalls("gc", Runtime.class);
    noCalls("exit", System.class);
    noCalls("halt", Runtime.class);
  }

  @Test
  void randomnessHasASeed() {
    noCalls("random", Math.class);
    noClasses().should().callConstructor(Random.class).check(CORE);
    noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocalRandom.class).check(CORE);
    noClasses()
        .should()
        .callConstructor(SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(SecureRandom.class)
        .check(CORE);
  }

  @Test
  void theCoreKnowsNoDatabaseAndNoCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "picocli.."))
        .check(CORE);
  }

  private static void noCalls(String method, Class<?> owner) {
    noClasses()
        .should()
        .callMethodWhere(
            target(name(method)).and(target(owner(JavaClass.Predicates.assignableTo(owner)))))
        .check(CORE);
  }
}
