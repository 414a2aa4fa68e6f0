package dev.isogauge.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ModuleRulesTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // The core's tests are a jar on the class path of these.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.isogauge");

  @Test
  void coreKnowsNothingOfTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.isogauge.app..")
        .check(PRODUCT);
  }

  @Test
  void coreKnowsNoDatabase() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.isogauge.app..", "dev.isogauge.collect..", "dev.isogauge.recorder.jdbc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.isogauge.collect..", "java.sql..")
        .check(PRODUCT);
  }

  @Test
  void onlyTheCommandLineUsesPicocli() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(PRODUCT);
  }

  @Test
  void onlyTheServiceUsesJetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.app.serve..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(PRODUCT);
  }

  /** The module flink, which does, is not on the class path of the program. */
  @Test
  void theProgramKnowsNothingOfFlink() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
        .check(PRODUCT);
  }

  @Test
  void packagesOfTheCommandLineFormNoCycles() {
    JavaClasses commandLine =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.isogauge.app");
    slices().matching("dev.isogauge.(**)").should().beFreeOfCycles().check(commandLine);
  }

  @Test
  void onlyTestsAndTheCommandAreNamedTest() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.isogauge.app.test")
        .should()
        .haveSimpleNameStartingWith("Test")
        .check(PRODUCT);
  }

  @Test
  void commandsWriteOnlyToTheirConsole() {
    noClasses()
        .that()
        .resideInAPackage("dev.isogauge.app..")
        .and()
        .doNotHaveSimpleName("Main")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .check(PRODUCT);
  }
}
