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

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
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

  /** By package, the others that it may use. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          // A module of its own, which knows nothing of the core.
          entry("recorder", Set.of()),
          entry("util", Set.of()),
          entry("text", Set.of()),
          entry("page", Set.of()),
          entry("checker", Set.of("anomaly", "graph", "history", "text", "verdict")),
          entry("level", Set.of()),
          entry("history", Set.of("util")),
          entry("graph", Set.of("anomaly")),
          entry("predicate", Set.of("history")),
          entry("solver", Set.of()),
          // Below the families, which give it their levels as theories.
          entry(
              "search",
              Set.of(
                  "anomaly",
                  "checker",
                  "graph",
                  "history",
                  "level",
                  "order",
                  "solver",
                  "versions")),
          entry("anomaly", Set.of("level", "history", "text")),
          entry("verdict", Set.of("anomaly")),
          entry("order", Set.of("anomaly", "history", "timestamp")),
          entry("timestamp", Set.of("history")),
          // Below the families, since known orders, certificates and lists all need them.
          entry("versions", Set.of("anomaly", "graph", "history", "order")),
          entry("format", Set.of("history", "recorder", "text", "util")),
          entry(
              "check",
              Set.of(
                  "anomaly",
                  "checker",
                  "evidence",
                  "history",
                  "level",
                  "graph",
                  "order",
                  "predicate",
                  "search",
                  "solver",
                  "timestamp",
                  "util",
                  "verdict",
                  "versions")),
          // Verifiers share the evaluation of conditions with checkers, and nothing else: no order,
          // no graph.
          entry("verify", Set.of("history", "level", "predicate", "verdict")),
          // Counts without the checkers, whose verdicts it weighs.
          entry("chance", Set.of("history", "level", "predicate", "text")),
          entry(
              "predict",
              Set.of(
                  "anomaly",
                  "check",
                  "explain",
                  "format",
                  "history",
                  "level",
                  "predicate",
                  "text",
                  "verdict")),
          entry("generate", Set.of("history", "anomaly", "level", "text")),
          entry("evidence", Set.of("anomaly", "history")),
          entry("explain", Set.of("anomaly", "history", "level", "order", "text")),
          entry(
              "report",
              Set.of(
                  "chance",
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
              Set.of(
                  "evidence",
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
        .map(ArchitectureTest::topLevel)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyPackageHasItsRule() {
    assertThat(MAY_USE.keySet()).isEqualTo(packages());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void dependenciesPointOneWay(String name) {
    String[] known =
        Stream.concat(MAY_USE.get(name).stream(), Stream.of(name))
            .map(other -> ROOT + other + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .dependOnClassesThat(resideInAPackage("dev.isogauge..").and(not(resideInAnyPackage(known))))
        .check(CORE);
  }

  /** What is allowed and not used would let a dependency in unnoticed. */
  @ParameterizedTest
  @MethodSource("packages")
  void allowedDependenciesAreUsed(String name) {
    Set<String> used =
        CORE.stream()
            .filter(type -> topLevel(type).equals(name))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(Dependency::getTargetClass)
            .filter(type -> type.getPackageName().startsWith(ROOT))
            .map(ArchitectureTest::topLevel)
            .collect(Collectors.toSet());
    assertThat(used).containsAll(MAY_USE.get(name));
  }

  private static String topLevel(JavaClass type) {
    return topLevel(type.getPackageName().substring(ROOT.length()));
  }

  private static String topLevel(String name) {
    return name.split("\\.", -1)[0];
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
