package dev.isogauge.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All that tells of an anomaly comes from its kind, so each kind must have all of it. */
class AnomalyKindTest {
  private static final Pattern NAME = Pattern.compile("\\{([a-z-]+)");
  private static final Set<String> ROLES =
      Arrays.stream(Role.values()).map(Role::id).collect(Collectors.toSet());
  private static final Set<String> OTHER_NAMES = Set.of("members", "shape", "level", "who");

  @ParameterizedTest
  @EnumSource(AnomalyKind.class)
  void hasSentencesAndRemedies(AnomalyKind kind) {
    List<String> lines = kind.sentences().lines();
    assertThat(lines).anyMatch(line -> line.startsWith("= ") || line.equals("@linear"));
    assertThat(lines).anyMatch(line -> !line.startsWith("= ") && !line.startsWith("when"));
    for (String line : lines) {
      assertThat(line.chars().filter(c -> c == '[').count())
          .as(line)
          .isEqualTo(line.chars().filter(c -> c == ']').count());
      Matcher name = NAME.matcher(line);
      while (name.find()) {
        assertThat(ROLES.contains(name.group(1)) || OTHER_NAMES.contains(name.group(1)))
            .as("%s in %s", name.group(1), line)
            .isTrue();
      }
    }
    assertThat(kind.remedies().isEmpty()).isEqualTo(kind.isNote());
  }

  /** A level that it violates, or its own, or a claim; notes violate none. */
  @ParameterizedTest
  @EnumSource(AnomalyKind.class)
  void violatesSomethingUnlessItIsANote(AnomalyKind kind) {
    boolean namesItsOwn =
        kind == AnomalyKind.COMMIT_ORDER_CYCLE || kind == AnomalyKind.NO_VERSION_ORDER;
    assertThat(!kind.violates().isEmpty() || kind.isByClaim() || namesItsOwn)
        .isEqualTo(!kind.isNote());
  }
}
