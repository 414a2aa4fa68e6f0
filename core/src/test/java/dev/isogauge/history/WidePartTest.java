package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** Predicate reads whose conditions say nothing here, by their version sets. */
class WidePartTest {
  private static final String ORDERS =
      "init t/1=0 t/2=0\norder t/1: 1@A\norder t/2: 2@B\norder t/3: 5@C dead@D\n";

  private static Verdict check(String history, IsolationLevel level) throws Exception {
    return Checks.check(IsogaugeText.parse(ORDERS + history), level);
  }

  private static String search(String members) {
    return "p(t,\"? nobody knows\",? of [\"t/*\"=nil@init" + members + "])";
  }

  private static final String OTHERS =
      "s1 A: w(t/1,1)\ns1 B: w(t/2,2)\ns2 C: w(t/3,5)\ns2 D: d(t/3)\n";

  @Test
  void aLevelHoldsIfItDoesWithAllObjectsRead() throws Exception {
    String late = "s3: " + search(",t/1=1@A,t/2=2@B,t/3=dead@D") + "\n";
    assertThat(check(OTHERS + late, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Satisfied.class);
    assertThat(check(OTHERS + late, IsolationLevel.CAUSAL)).isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void whatIsNotListedWasNotBorn() throws Exception {
    String early = "s3: " + search(",t/1=1@A,t/2=0@init") + " r(t/3,nil@init)\n";
    assertThat(check(OTHERS + early, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** It saw B, which follows A, and not A; only the condition knows whether that matters. */
  @Test
  void itStaysOpenIfAnObjectMayMatter() throws Exception {
    String torn = "s3: " + search(",t/1=0@init,t/2=2@B,t/3=dead@D") + "\n";
    assertThat(check(OTHERS + torn, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Unknown.class);
  }
}
