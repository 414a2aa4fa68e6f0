package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.blackbox.UnguardedSearch;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The verifier refuses spoilt runs, exactly where the oracle does. */
class SpoiltRunsTest {
  private static final int HISTORIES = TestSize.pick(150, 10_000);

  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY", "STRICT_SERIALIZABILITY"})
  void areRefused(IsolationLevel level) throws IOException {
    int refused = 0;
    int accepted = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      String text = OpenHistories.next(random, 6).replaceAll("(?m)^order .*$", "");
      History history = IsogaugeText.parse(text);
      Constraints constraints = new Constraints(level, true, false);
      if (!(UnguardedSearch.verdict(history, constraints) instanceof Verdict.Satisfied proof)
          || proof.witness().size() == 0) {
        continue;
      }
      AllRuns runs = new AllRuns(history, level, true, false);
      List<Integer> events = RunComparison.events(proof.witness());
      for (int i = 0; i < 20; i++) {
        List<Integer> spoilt = spoilt(events, history.transactionCount(), random);
        Witness witness = Witness.overlapping(spoilt.stream().mapToInt(e -> e).toArray());
        boolean isProof = WitnessVerifier.refute(history, Question.of(level), witness).isEmpty();
        assertThat(isProof)
            .as("%s, seed %d: %s%n%s", level, seed, witness, text)
            .isEqualTo(
                (level == IsolationLevel.SNAPSHOT_ISOLATION || isSerial(spoilt))
                    && runs.accepts(spoilt));
        refused += isProof ? 0 : 1;
        accepted += isProof ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(5 * HISTORIES);
    assertThat(accepted).isGreaterThan(HISTORIES / 10);
  }

  private static boolean isSerial(List<Integer> events) {
    for (int i = 0; i < events.size(); i += 2) {
      if (i + 1 == events.size() || events.get(i) != ~events.get(i + 1)) {
        return false;
      }
    }
    return true;
  }

  /** One event is lost, repeated, of another transaction, or elsewhere; or two change places. */
  private static List<Integer> spoilt(List<Integer> events, int transactions, Random random) {
    List<Integer> spoilt = new ArrayList<>(events);
    int at = random.nextInt(events.size());
    int event = spoilt.remove(at);
    int where = random.nextInt(events.size());
    int any = random.nextInt(transactions);
    switch (random.nextInt(7)) {
      case 0 -> {}
      case 1 -> {
        spoilt.add(at, event);
        spoilt.add(where, event);
      }
      case 2, 3 -> {
        // Two whole transactions.
        int other = events.get(where) < 0 ? ~events.get(where) : events.get(where);
        int one = event < 0 ? ~event : event;
        spoilt.add(at, event);
        spoilt.replaceAll(
            e -> e == one ? other : e == ~one ? ~other : e == other ? one : e == ~other ? ~one : e);
      }
      case 4 -> spoilt.add(at, random.nextBoolean() ? any : ~any);
      default -> spoilt.add(where, event);
    }
    return spoilt;
  }
}
