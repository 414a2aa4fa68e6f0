package dev.isogauge.collect;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CollectRulesTest {
  private static final String ROOT = "dev.isogauge.collect";

  /** One package per system, or for systems that speak one language. */
  private static final String[] ADAPTERS = {
    ROOT + ".derby..",
    ROOT + ".duckdb..",
    ROOT + ".etcd..",
    ROOT + ".firebird..",
    ROOT + ".h2..",
    ROOT + ".hsqldb..",
    ROOT + ".mysql..",
    ROOT + ".other..",
    ROOT + ".postgres..",
    ROOT + ".rocksdb..",
    ROOT + ".sqlite.."
  };

  private static final String ENGINE = ROOT + ".rocksdb.engine";

  private static final JavaClasses COLLECT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** A slice for each package, without those below it. */
  private static final SliceAssignment LEAVES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  @Test
  void packagesFormNoCycles() {
    slices().assignedFrom(LEAVES).should().beFreeOfCycles().check(COLLECT);
  }

  /** It is loaded together with RocksDB by a class loader of its own. */
  @Test
  void onlyRocksDbsEngineIsCompiledAgainstItAndNoClassNamesTheEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ENGINE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ENGINE, "org.rocksdb..")
        .check(COLLECT);
  }

  @Test
  void noDriverIsCompiledIn() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.firebirdsql..",
            "org.h2..",
            "org.hsqldb..",
            "org.apache.derby..",
            "org.sqlite..",
            "org.duckdb..",
            "org.postgresql..",
            "org.mariadb..")
        .check(COLLECT);
  }

  @Test
  void onlyAdaptersSpeakSql() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT, ROOT + ".record..", ROOT + ".process..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.sql..")
        .check(COLLECT);
  }

  @Test
  void adaptersDoNotKnowOneAnother() {
    for (String adapter : ADAPTERS) {
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".catalog", adapter)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(adapter)
          .check(COLLECT);
    }
  }

  /** Times are differences of a clock that never goes back. */
  @Test
  void noClassAsksTheWallClock() {
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(COLLECT);
    noClasses().should().callMethod(Instant.class, "now").check(COLLECT);
  }

  @Test
  void nothingPrintsOrEndsTheProcess() {
    noClasses().should().accessField(System.class, "out").check(COLLECT);
    noClasses().should().accessField(System.class, "err").check(COLLECT);
    noClasses().should().callMethod(Throwable.class, "printStackTrace").check(COLLECT);
    noClasses().should().callMethod(System.class, "exit", int.class).check(COLLECT);
  }
}
