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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OnlineRulesTest {
  private static final String KERNEL = "dev.isogauge.online.kernel..";
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
            "org.rocksdb..",
            "dev.isogauge.online..",
            "dev.isogauge.anomaly..",
            "dev.isogauge.history..",
            "dev.isogauge.level..",
            "dev.isogauge.timestamp..",
            "dev.isogauge.check",
            "dev.isogauge.verdict..")
        .check(ENGINE);
  }

  @Test
  void onlyWhatIsCheckedAgainNeedsCheckers() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.online.reads..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.isogauge.check..", "dev.isogauge.verdict..")
        .check(ENGINE);
  }

  @Test
  void theKernelDoesNotKnowItsHost() {
    noClasses()
        .that()
        .resideInAPackage(KERNEL)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.isogauge.online.host..")
        .check(ENGINE);
  }

  @Test
  void onlyTheHostKnowsRocksDb() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.online.host")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.rocksdb..")
        .check(ENGINE);
  }

  /** What is counted for several threads is in {@code java.util.concurrent.atomic}. */
  @Test
  void theKernelHasNoThreadsClocksOrFiles() {
    noClasses()
        .that()
        .resideInAPackage(KERNEL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.util.concurrent", "java.util.concurrent.locks", "java.nio..", "java.time..")
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.io..")
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
    assertThat(publicTypes("dev.isogauge.online.host"))
        .containsExactlyInAnyOrder(
            "DiskSpace",
            "HistoryChecker",
            "OnlineChecker",
            "OnlineSettings",
            "OnlineStatistics",
            "RecordStore",
            "StreamChecker",
            "StreamClock");
    assertThat(publicTypes("dev.isogauge.online.reads"))
        .containsExactlyInAnyOrder("Loss", "ReadsChecker");
    assertThat(publicTypes("dev.isogauge.online.kernel"))
        .containsExactlyInAnyOrder(
            "Blocks",
            "FinalityClock",
            "ForwardingListener",
            "HeapBlocks",
            "Horizon",
            "Kernel",
            "KernelCounts",
            "KernelSettings",
            "OnlineListener",
            "ShardBatch",
            "ShardBatches",
            "ShardKernel",
            "StateMemory",
            "StreamVerdict",
            "TieGroup",
            "TimelineAlarms",
            "TransactionSplitter");
  }

  private static Stream<String> publicTypes(String packageName) {
    return ENGINE.stream()
        .filter(type -> type.getPackageName().equals(packageName))
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(JavaClass::isTopLevelClass)
        .map(JavaClass::getSimpleName);
  }
}
