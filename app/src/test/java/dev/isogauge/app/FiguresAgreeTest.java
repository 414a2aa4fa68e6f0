package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What README.md, docs/comparison.md and docs/papers.md say of speed is what docs/performance.md
 * measured.
 */
class FiguresAgreeTest {
  private static final List<String> NUMBERS =
      List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

  private static String page(String name) throws IOException {
    return Files.readString(CommandRun.root().resolve(name)).replaceAll("\\s+", " ");
  }

  private static MatchResult find(String page, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(page(page));
    assertThat(matcher.find()).as("%s says: %s", page, pattern).isTrue();
    return matcher.toMatchResult();
  }

  /**
   * A column of the first table of docs/performance.md; the input stands in its first row only.
   *
   * @param level nothing for the first level
   */
  private static double cell(String input, String level, int column) throws IOException {
    String of = "";
    for (String line : Files.readAllLines(CommandRun.root().resolve("docs/performance.md"))) {
      String[] cells = line.split("\\s*\\|\\s*", -1);
      if (cells.length > column && line.startsWith("|")) {
        of = cells[1].isEmpty() ? of : cells[1];
        if (of.equals(input) && (level.isEmpty() || cells[3].equals(level))) {
          return Double.parseDouble(cells[column].replace(",", ""));
        }
      }
    }
    throw new AssertionError("no row " + input + " " + level);
  }

  private static String rounded(double seconds) {
    return NUMBERS.get((int) Math.round(seconds));
  }

  @Test
  void aMillionTransactions() throws IOException {
    MatchResult said =
        find(
            "README.md",
            "2\\^20 transactions in about (\\w+) seconds for read committed and (\\w+) for causal");
    assertThat(said.group(1)).isEqualTo(rounded(cell("S2", "rc", 5)));
    assertThat(said.group(2)).isEqualTo(rounded(cell("S2", "cc", 5)));
  }

  @Test
  void searches() throws IOException {
    MatchResult said =
        find("README.md", "exponential at worst; 100,000 transactions in about (\\w+) seconds");
    MatchResult measured =
        find("docs/performance.md", "\\| 100,000 \\| [\\d.]+ \\| \\d+ \\| ([\\d.]+) \\|");
    assertThat(said.group(1)).isEqualTo(rounded(Double.parseDouble(measured.group(1))));
  }

  /** Cells such as "0.38 CPU s (M1)" and "3.25 s, 1.2 GB (C2)". */
  @Test
  void papers() throws IOException {
    List<MatchResult> cells =
        Pattern.compile("\\| ([\\d.]+) (CPU s|s)\\b[^|]*\\(([A-Z]\\d)\\) \\|")
            .matcher(page("docs/papers.md"))
            .results()
            .toList();
    assertThat(cells).hasSizeGreaterThan(5);
    for (MatchResult said : cells) {
      double measured = cell(said.group(3), "", said.group(2).equals("s") ? 5 : 4);
      assertThat(Double.parseDouble(said.group(1))).as(said.group()).isEqualTo(measured);
    }
    MatchResult weak = find("docs/papers.md", "([\\d.]+), ([\\d.]+) and ([\\d.]+) s \\(S2\\)");
    for (int i = 0; i < 3; i++) {
      String level = List.of("rc", "ra", "cc").get(i);
      assertThat(weak.group(i + 1)).isEqualTo("%.1f".formatted(cell("S2", level, 5)));
    }
  }

  /** Where others are faster, both pages say so. */
  @Test
  void losses() throws IOException {
    MatchResult small =
        find("docs/performance.md", "AWDIT \\| S1 at RC, RA, CC \\| ([\\d.]+), [\\d.]+, ([\\d.]+)");
    MatchResult large =
        find("docs/performance.md", "AWDIT \\| S2 at RC, RA \\| ([\\d.]+), ([\\d.]+)");
    assertThat(Double.parseDouble(small.group(1))).isGreaterThan(1);
    assertThat(Double.parseDouble(large.group(1))).isLessThan(1);
    find(
        "docs/papers.md",
        Pattern.quote(
            "%s times AWDIT's on S1 at RC, %s times at CC; %s times on S2 at RC"
                .formatted(small.group(1), small.group(2), large.group(1))));
    find("docs/comparison.md", "AWDIT, a native program, is faster up to 100,000 transactions");
    find("docs/performance.md", "AWDIT \\(Rust\\) needs less CPU time on 100,000 transactions");
    String start = find("docs/performance.md", "A JVM takes ([\\d.]+) s to start").group(1);
    find("docs/comparison.md", "A JVM takes about " + Pattern.quote(start) + " s to start");
    find("docs/performance.md", "VeriStrong is four times faster on a thousand transactions");
    find("docs/comparison.md", "VeriStrong on a thousand");
    find("docs/performance.md", "4\\.4 times slower on 1,000 transactions");
  }
}
