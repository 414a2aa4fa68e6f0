package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Links between the documents lead to files that exist, and their anchors to headings. Links to
 * other sites are not followed.
 */
class DocumentLinksTest {
  private static final Path ROOT = CommandRun.root();
  private static final Pattern CODE =
      Pattern.compile("^```.*?^```$|`[^`\n]*`", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern LINK =
      Pattern.compile("]\\(([^()\\s]+)\\)|(?:src|srcset|href)=\"([^\"]+)\"");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?) *$", Pattern.MULTILINE);
  private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      String text = CODE.matcher(Files.readString(document)).replaceAll("");
      for (Matcher link = LINK.matcher(text); link.find(); links++) {
        String target = link.group(1) == null ? link.group(2) : link.group(1);
        if (!ELSEWHERE.matcher(target).matches() && !leadsSomewhere(document, target)) {
          broken.add(ROOT.relativize(document) + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> here = Files.list(ROOT);
        Stream<Path> below = Files.walk(ROOT.resolve("docs"));
        Stream<Path> templates = Files.walk(ROOT.resolve(".github"))) {
      return Stream.of(here, below, templates)
          .flatMap(paths -> paths)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static boolean leadsSomewhere(Path document, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    if (!file.startsWith(ROOT) || !Files.exists(file)) {
      return false;
    }
    return parts.length == 1 || anchors(file).contains(parts[1]);
  }

  /**
   * What hosting platforms make of headings: lower case, blanks to hyphens, most signs left out.
   */
  private static Set<String> anchors(Path file) throws IOException {
    String text = FENCED.matcher(Files.readString(file)).replaceAll("");
    Set<String> anchors = new HashSet<>();
    for (Matcher heading = HEADING.matcher(text); heading.find(); ) {
      String anchor =
          heading
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      String unique = anchor;
      for (int i = 1; !anchors.add(unique); i++) {
        unique = anchor + "-" + i;
      }
    }
    NAMED.matcher(text).results().forEach(name -> anchors.add(name.group(1)));
    return anchors;
  }

  @Test
  void anchorsAreThoseOfHeadings() throws IOException {
    assertThat(anchors(ROOT.resolve("docs/levels.md")))
        .contains("adyas-levels", "repeated-values-and-the-verdict-unknown")
        .doesNotContain("no-such-heading");
  }
}
