package dev.isogauge.online;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class OnlineRulesTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.isogauge.online");

  @Test
  void theEngineKnowsTheCoreOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "it.unimi.dsi.fastutil..",
            "org.h2.mvstore..",
            "dev.isogauge.online..",
            "dev.isogauge.anomaly..",
            "dev.isogauge.history..",
            "dev.isogauge.level..",
            "dev.isogauge.timestamp..")
        .check(ENGINE);
  }

  @Test
  void onlyTheStoreKnowsTheDatabaseBelow() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.(SegmentStore|BlockMap)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.h2..")
        .check(ENGINE);
  }

  @Test
  void timelinesAreStateMachines() {
    String timelines =
        ".*\\.((Key|Session)?(Timeline|Segment)|TimedEntries|AffectedReads|ExpectedRead"
            + "|WriteConflicts|TransactionOrder|TransactionSummary|FindingBuilder)(\\$.*)?";
    noClasses()
        .that()
        .haveNameMatching(timelines)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.concurrent..", "java.nio..", "java.io..", "java.time..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(ENGINE);
  }

  @Test
  void packagesFormNoCycles() {
    slices().matching("dev.isogauge.(**)").should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void nothingPrints() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(ENGINE);
  }

  @Test
  void whatCallersNeedIsPublicAndNothingElse() {
    assertThat(
            ENGINE.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(JavaClass::isTopLevelClass)
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder(
            "OnlineChecker", "OnlineListener", "OnlineSettings", "OnlineStatistics");
  }
}
