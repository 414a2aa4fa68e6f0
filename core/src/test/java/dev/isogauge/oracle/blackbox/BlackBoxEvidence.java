package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.history.History;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.List;
import java.util.function.Supplier;

/** Requires that what the black-box checker shows for its verdict proves it. */
public final class BlackBoxEvidence {
  private BlackBoxEvidence() {}

  /** The verifier, which does not know snapshot isolation without sessions, agrees. */
  public static void verify(
      History history, Constraints constraints, Witness witness, Supplier<String> what) {
    if (constraints.sessions() || constraints.level().canDropSessionOrder()) {
      OrderSource order =
          constraints.versionOrders() ? OrderSource.VERSION_ORDER : OrderSource.NONE;
      Question question = new Question(constraints.level(), order, constraints.sessions());
      assertThat(WitnessVerifier.refute(history, question, witness)).as(what).isEmpty();
    }
  }

  /**
   * What is told of an anomaly is true, and shows that there is no run.
   *
   * @return how many cases are not told
   */
  public static int confirm(
      History history, Constraints constraints, Anomaly anomaly, Supplier<String> what) {
    CaseProof proof = new CaseProof(history, constraints);
    Shapes.Shape shape = Shapes.of(anomaly);
    if (shape instanceof Shapes.Cycle cycle) {
      assertThat(proof.flaw(cycle.cycle())).as(what).isEmpty();
    } else if (shape instanceof Shapes.NoOrder core) {
      assertThat(proof.flaw(core.refutation())).as(what).isEmpty();
    } else if (shape instanceof Shapes.LostUpdate lost) {
      assertThat(proof.flaw(argument(history, lost))).as(what).isEmpty();
    } else {
      assertThat(shape).as(what).isInstanceOf(Shapes.FaultyRead.class);
    }
    return proof.untold();
  }

  /** Whichever of two updates is first, the other did not see it. */
  private static Refutation argument(History history, Shapes.LostUpdate lost) {
    Refutation.Order choice = new Refutation.Order(lost.firstWrite(), lost.secondWrite());
    return new Refutation.Cases(
        choice,
        List.of(
            contradiction(history, lost.version(), lost.firstWrite(), lost.secondWrite()),
            contradiction(history, lost.version(), lost.secondWrite(), lost.firstWrite())));
  }

  private static Refutation contradiction(History history, int version, int first, int second) {
    int earlier = history.transactionOf(first);
    int later = history.transactionOf(second);
    int key = history.keyOf(second);
    long seen = version == History.INITIAL ? history.initialValue(key) : history.valueOf(version);
    int read = history.firstOperation(later);
    while (history.isWrite(read)
        || history.isUnknownRead(read)
        || history.keyOf(read) != key
        || history.valueOf(read) != seen) {
      read++;
    }
    return new Refutation.Contradiction(
        List.of(
            new Edge(earlier, later, Justification.overwrites(second)),
            new Edge(later, earlier, Justification.readOverwritten(read))));
  }
}
