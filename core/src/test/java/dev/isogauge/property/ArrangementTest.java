package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Plan;
import dev.isogauge.check.Questions;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.oracle.certificate.CertifiedHistories;
import dev.isogauge.oracle.replay.RandomRuns;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A history written down in another order, with other names for keys or with the sessions' names
 * exchanged gets the same verdict on every question, with as many anomalies of each kind.
 */
class ArrangementTest {
  private static final int COUNT = TestSize.pick(20, 3_000);
  private static final Questions WITHOUT_SESSIONS =
      new Questions(OrderSource.AUTO, false, RegisterOrder.sound());

  private int violated;

  @ParameterizedTest
  @EnumSource
  void arrangementDoesNotMatter(FaultyStoreHistories.Kind kind) throws InputException {
    for (long seed = 0; seed < COUNT; seed++) {
      Random random = new Random(seed);
      int most = random.nextInt(4) == 0 ? 40 : 10;
      unchanged(FaultyStoreHistories.make(kind, seed, most), random);
    }
    assertThat(violated).isGreaterThan(COUNT / 2);
  }

  /** T2 and T3 lose an update of x, and skew writes of x and y. */
  @Test
  void aLostUpdateHasOneNameWhicheverReadsMakeItsCycle() throws InputException {
    compare(
        """
        s1 T1: w(x,1) r(y,nil)
        s2 T3: r(x,1) w(x,3) r(y,nil) w(y,1)
        s3 T2: w(y,2) r(x,1) w(x,2)
        """,
        """
        s3 T2: w(y,2) r(x,1) w(x,2)
        s2 T3: r(x,1) w(x,3) r(y,nil) w(y,1)
        s1 T1: w(x,1) r(y,nil)
        """);
  }

  /** T1 misses what T2 and T3 appended to k0, which no other read puts into an order. */
  @Test
  void ofAppendsThatNoReadShowsTheGravestMissedOneIsNamed() throws InputException {
    compare(
        """
        s0 T4: r(k0,[]) r(k1,[]) a(k2,1)
        s1 T3: a(k0,2) r(k0,[2]) a(k1,3) r(k2,[])
        s3 T2: r(k1,[3]) a(k0,4) r(k1,[3]) a(k1,5)
        s0 T1: r(k1,[3,5]) a(k1,6) r(k0,[])
        """,
        """
        s3 T2: r(k1,[3]) a(k0,4) r(k1,[3]) a(k1,5)
        s1 T3: a(k0,2) r(k0,[2]) a(k1,3) r(k2,[])
        s0 T4: r(k0,[]) r(k1,[]) a(k2,1)
        s0 T1: r(k1,[3,5]) a(k1,6) r(k0,[])
        """);
  }

  @Test
  void arrangementOfPredicateReadsDoesNotMatter() throws InputException {
    for (long seed = 0; seed < COUNT; seed++) {
      Random random = new Random(seed);
      unchanged(CertifiedHistories.text(seed, 6), random);
      String run = RandomRuns.text(seed);
      compare(run, Arrangement.exchanged(Arrangement.shuffled(run, random), random));
    }
    assertThat(violated).isGreaterThan(COUNT / 2);
  }

  private void unchanged(String text, Random random) throws InputException {
    String other = Arrangement.shuffled(text, random);
    other = random.nextBoolean() ? other : Arrangement.renamed(other, random);
    other = random.nextBoolean() ? other : Arrangement.exchanged(other, random);
    compare(text, other);
  }

  private void compare(String text, String other) throws InputException {
    Map<String, String> answers = answers(text);
    assertThat(answers(other)).as("%s%nand%n%s", text, other).isEqualTo(answers);
    violated += (int) answers.values().stream().filter(a -> a.startsWith("violated")).count();
  }

  private static Map<String, String> answers(String text) throws InputException {
    History history = IsogaugeText.parse(text);
    Plan plan = Plan.of(history);
    Set<Question> questions = new LinkedHashSet<>(plan.questions());
    for (IsolationLevel level : IsolationLevel.values()) {
      questions.add(plan.question(level));
      questions.add(Plan.of(history, WITHOUT_SESSIONS).question(level));
    }
    Map<String, String> answers = new TreeMap<>();
    for (Question question : questions) {
      answers.put(question.toString(), inShort(plan.route(question).check(Limits.DEFAULT)));
    }
    return answers;
  }

  private static String inShort(Verdict verdict) {
    Map<?, Long> notes =
        verdict.notes().stream()
            .collect(Collectors.groupingBy(Anomaly::kind, TreeMap::new, Collectors.counting()));
    return verdict instanceof Verdict.Violated found
        ? "violated " + new TreeMap<>(found.counts()) + " beside " + notes
        : verdict.word() + " beside " + notes;
  }
}
