package dev.isogauge.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class FlinkRulesTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.isogauge");

  @Test
  void onlyThisModuleKnowsFlinkAndKafka() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.flink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
        .check(PRODUCT);
  }

  /** Of the engine it uses the kernel only: no threads, sockets and files beside Flink's. */
  @Test
  void theJobUsesTheKernelAndReadersOnly() {
    classes()
        .that()
        .resideInAPackage("dev.isogauge.flink..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.apache.flink..",
            "org.apache.kafka..",
            "com.fasterxml.jackson.core..",
            "dev.isogauge.flink..",
            "dev.isogauge.online.kernel..",
            "dev.isogauge.anomaly..",
            "dev.isogauge.history..",
            "dev.isogauge.check",
            "dev.isogauge.explain..",
            "dev.isogauge.verdict..",
            "dev.isogauge.level..",
            "dev.isogauge.timestamp..",
            "dev.isogauge.format..",
            "dev.isogauge.report.command..")
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage("dev.isogauge.flink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.concurrent.locks..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(PRODUCT);
  }
}
