package dev.isogauge.oracle.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What must hold between verdicts by certificate, whatever they are. */
class CertificatePropertyTest {
  private static final int COUNT = TestSize.pick(300, 20_000);

  private static final IsolationLevel[] LEVELS = {
    IsolationLevel.PL_1,
    IsolationLevel.PL_2,
    IsolationLevel.PL_2_99,
    IsolationLevel.PL_3,
    IsolationLevel.PL_SI,
    IsolationLevel.SNAPSHOT_ISOLATION,
    IsolationLevel.SERIALIZABILITY
  };

  @Test
  void strongerLevelsImplyWeakerOnes() throws Exception {
    int implied = 0;
    for (long seed = 0; seed < COUNT; seed++) {
      Certified certified = CertifiedHistories.make(seed, 6);
      Map<IsolationLevel, String> words = words(certified.toString());
      for (IsolationLevel strong : LEVELS) {
        for (IsolationLevel weak : LEVELS) {
          if (strong != weak && strong.implies(weak) && words.get(strong).equals("satisfied")) {
            assertThat(words.get(weak))
                .as("%s implies %s, seed %d:%n%s", strong, weak, seed, certified)
                .isEqualTo("satisfied");
            implied++;
          }
        }
      }
    }
    assertThat(implied).isGreaterThan(COUNT);
  }

  @Test
  void namesAndPlacesInTheFileDoNotMatter() throws Exception {
    for (long seed = 0; seed < COUNT; seed++) {
      Certified certified = CertifiedHistories.make(seed, 6);
      String other = rearranged(certified.toString(), new Random(seed));
      assertThat(words(other))
          .as("seed %d:%n%s%nand%n%s", seed, certified, other)
          .isEqualTo(words(certified.toString()));
    }
  }

  private static Map<IsolationLevel, String> words(String text) throws Exception {
    History history = IsogaugeText.parse(text);
    Map<IsolationLevel, String> words = new TreeMap<>();
    for (IsolationLevel level : LEVELS) {
      Verdict verdict = CertificateOracleTest.check(level, history);
      words.put(level, verdict.word());
    }
    return words;
  }

  /** Other names for keys and sessions, and the sessions' lines in another order. */
  private static String rearranged(String text, Random random) {
    Map<String, List<String>> lines = new TreeMap<>();
    for (String line : text.replaceAll("\\bk(\\d)", "row_$1z").lines().toList()) {
      if (!line.isEmpty()) {
        String first = line.substring(0, line.indexOf(' '));
        String group = first.equals("order") ? line : first;
        lines
            .computeIfAbsent(group, unused -> new ArrayList<>())
            .add(line.replaceFirst("^s(\\d) ", "client$1 "));
      }
    }
    List<String> groups = new ArrayList<>(lines.keySet());
    Collections.shuffle(groups, random);
    StringBuilder result = new StringBuilder();
    for (String group : groups) {
      lines.get(group).forEach(line -> result.append(line).append('\n'));
    }
    return result.toString();
  }
}
