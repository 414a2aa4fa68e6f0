package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables of packages in ARCHITECTURE.md equal the tree, each package says what belongs there,
 * and the API is guarded, by module.
 */
class PackageTablesTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));

  /** A section begins with "## Inside core (package `dev.isogauge`)". */
  private static final Pattern SECTION =
      Pattern.compile("^## Inside ([\\w-]+) \\(package `([\\w.]+)`\\)$");

  private static final Pattern CODE = Pattern.compile("`([\\w.]+)`");

  @ParameterizedTest
  @ValueSource(strings = {"core", "online"})
  void tableEqualsTree(String module) throws IOException {
    assertThat(documented(module)).isEqualTo(existing(module));
  }

  @Test
  void everyPackageSaysWhatBelongsThere() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> sources =
          modules.map(m -> m.resolve("src/main/java/dev")).filter(Files::isDirectory).toList();
      assertThat(sources).hasSizeGreaterThan(12);
      List<Path> silent = new ArrayList<>();
      for (Path source : sources) {
        try (Stream<Path> files = Files.walk(source)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .filter(folder -> !says(folder.resolve("package-info.java")))
              .forEach(silent::add);
        }
      }
      assertThat(silent).isEmpty();
    }
  }

  private static boolean says(Path file) {
    try {
      return Files.exists(file) && Files.readString(file).startsWith("/**");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the build compares with the last version's API is what a module exports to everybody. */
  @ParameterizedTest
  @ValueSource(
      strings = {"recorder", "recorder-jdbc", "recorder-junit", "core", "online", "collect"})
  void wholeApiIsGuarded(String module) throws IOException {
    Path folder = ROOT.resolve(module);
    assertThat(found("<include>([\\w.]+)</include>", folder.resolve("pom.xml")))
        .containsAll(found("exports ([\\w.]+);", folder.resolve("src/main/java/module-info.java")));
    assertThat(folder.resolve("src/api/baseline.jar")).exists();
  }

  private static List<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static Set<String> documented(String module) throws IOException {
    List<String> found = new ArrayList<>();
    String base = "";
    for (String line : Files.readAllLines(ROOT.resolve("ARCHITECTURE.md"))) {
      Matcher section = SECTION.matcher(line);
      if (line.startsWith("## ")) {
        base = section.matches() && section.group(1).equals(module) ? section.group(2) : "";
      } else if (!base.isEmpty() && line.startsWith("| ")) {
        String cell = line.split("\\|", -1)[1];
        Matcher name = CODE.matcher(cell);
        while (name.find()) {
          found.add(base + "." + name.group(1));
        }
        if (cell.strip().equals("(root)")) {
          found.add(base);
        }
      }
    }
    assertThat(found).doesNotHaveDuplicates();
    return new TreeSet<>(found);
  }

  private static Set<String> existing(String module) throws IOException {
    Path sources = ROOT.resolve(module).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .filter(name -> !name.isEmpty())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
