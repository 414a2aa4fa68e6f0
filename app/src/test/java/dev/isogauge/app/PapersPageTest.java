package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/papers.md names classes and packages that exist, and links the figures. */
class PapersPageTest {
  private static final Path ROOT = CommandRun.root();
  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)`");

  @Test
  void classesExist() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/papers.md"));
    Set<String> named =
        CLASS.matcher(page).results().map(match -> match.group(1)).collect(Collectors.toSet());
    assertThat(named).hasSizeGreaterThan(15);
    named.removeAll(sources());
    assertThat(named).as("named in docs/papers.md, but no class").isEmpty();
    assertThat(ROOT.resolve("collect/src/main/java/dev/isogauge/collect/recover")).isDirectory();
  }

  /** What {@code benchmarks/run all-papers --out docs/papers} wrote, if it is here. */
  @Test
  void figuresAreLinked() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/papers.md")).contains("](papers/figures.md)"))
        .isEqualTo(Files.exists(ROOT.resolve("docs/papers/figures.md")));
  }

  private static Set<String> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      Set<String> names = new HashSet<>();
      for (Path main :
          modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(main)) {
          files.map(file -> file.getFileName().toString().replace(".java", "")).forEach(names::add);
        }
      }
      return names;
    }
  }
}
