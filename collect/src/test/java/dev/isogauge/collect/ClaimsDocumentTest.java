package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.added.H2File;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/databases.md shows what providers say of levels and claims, and no other document repeats
 * it; {@code -Disogauge.golden=update} rewrites the table of claims.
 */
class ClaimsDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));
  private static final Path DOCUMENT = ROOT.resolve("docs/databases.md");
  private static final String HEAD = "| level | databases | claims |\n|---|---|---|\n";
  private static final List<String> WEAKEST_FIRST =
      List.of(
          Level.READ_UNCOMMITTED,
          Level.READ_COMMITTED,
          Level.REPEATABLE_READ,
          Level.SNAPSHOT,
          Level.SERIALIZABLE,
          Level.LINEARIZABLE);

  /** Without the one that the tests add. */
  private static List<DatabaseProvider> own() {
    return Databases.known().stream().filter(provider -> !(provider instanceof H2File)).toList();
  }

  private static Set<DatabaseSystem> systems() throws DatabaseException {
    Set<DatabaseSystem> systems = new LinkedHashSet<>();
    for (DatabaseProvider provider : own()) {
      systems.addAll(provider.systems());
    }
    systems.addAll(Databases.systems("postgres", Topology.USUAL.withReplicas(1), Map.of()));
    systems.addAll(
        Databases.systems("jdbc:any", Topology.USUAL.withDriverJars(List.of(DOCUMENT)), Map.of()));
    return systems;
  }

  private static String table() throws DatabaseException {
    StringBuilder table = new StringBuilder(HEAD);
    for (String name : WEAKEST_FIRST) {
      Map<Level, List<String>> databases = new LinkedHashMap<>();
      for (DatabaseSystem system : systems()) {
        for (Level level : system.capabilities().levels()) {
          if (level.name().equals(name)) {
            List<String> titles = databases.computeIfAbsent(level, each -> new ArrayList<>());
            // A variant is named only where it claims something else.
            if (titles.stream().noneMatch(title -> system.title().startsWith(title + " "))) {
              titles.add(system.title());
            }
          }
        }
      }
      databases.forEach(
          (level, titles) ->
              table.append(
                  "| "
                      + name
                      + " | "
                      + String.join(", ", titles)
                      + " | "
                      + claims(level)
                      + " |\n"));
    }
    return table.toString();
  }

  private static String claims(Level level) {
    return level.claims().stream().map(ClaimsDocumentTest::word).collect(Collectors.joining(", "));
  }

  private static String word(IsolationLevel level) {
    return level.id().startsWith("pl-")
        ? level.id().replace("pl-", "PL-")
        : level.id().replace('-', ' ');
  }

  @Test
  void theTableOfClaimsIsThatOfTheCode() throws Exception {
    String text = Files.readString(DOCUMENT);
    int start = text.indexOf(HEAD);
    assertThat(start).as("the table of claims").isPositive();
    int end = text.indexOf("\n\n", start) + 1;
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(DOCUMENT, text.substring(0, start) + table() + text.substring(end));
    } else {
      assertThat(text.substring(start, end)).isEqualTo(table());
    }
  }

  @Test
  void everyLevelOfASystemIsInTheTable() throws Exception {
    for (DatabaseSystem system : systems()) {
      assertThat(system.capabilities().levels()).extracting(Level::name).isSubsetOf(WEAKEST_FIRST);
    }
  }

  /** Rows such as {@code | `h2`, `h2:2.1.214` | what | default |}. */
  @Test
  void theTableOfDatabasesHasTheirDefaults() throws Exception {
    List<String[]> rows =
        Files.readString(DOCUMENT)
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split(" *\\| *"))
            .filter(cells -> cells.length == 4)
            .toList();
    assertThat(rows).extracting(cells -> name(cells[1])).containsAll(startedOnes());
    for (String[] cells : rows) {
      for (DatabaseSystem system : Databases.systems(name(cells[1]))) {
        assertThat(cells[3]).isEqualTo(system.capabilities().defaultLevel().id());
      }
    }
  }

  private static String name(String cell) {
    return cell.split("`", 3)[1];
  }

  private static List<String> startedOnes() {
    return own().stream()
        .map(DatabaseProvider::name)
        .filter(name -> !name.startsWith("jdbc:"))
        .filter(name -> !name.equals("exec"))
        .toList();
  }

  @Test
  void noOtherDocumentHasATableOfClaims() throws IOException {
    try (Stream<Path> documents = Files.list(ROOT.resolve("docs"))) {
      List<Path> all =
          Stream.concat(documents, Stream.of(ROOT.resolve("README.md")))
              .filter(document -> document.toString().endsWith(".md"))
              .filter(document -> !document.equals(DOCUMENT))
              .toList();
      for (Path document : all) {
        assertThat(Files.readString(document))
            .as(document.toString())
            .doesNotContain("READ COMMITTED PL-2")
            .doesNotContainPattern("\\| READ COMMITTED +\\| PL-2");
      }
    }
  }
}
