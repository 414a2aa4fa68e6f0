package dev.isogauge.oracle.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.certificate.Certified.Condition;
import dev.isogauge.oracle.certificate.Certified.Kind;
import dev.isogauge.oracle.certificate.Certified.Operation;
import dev.isogauge.oracle.certificate.Certified.Query;
import dev.isogauge.oracle.certificate.Certified.Transaction;
import dev.isogauge.oracle.certificate.Certified.Version;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * All histories of three transactions, each of which reads or asks and then writes, on two rows:
 * every version that may be seen, every version order. Some of them by default.
 */
class ExhaustiveCertificateTest {
  private static final int SAMPLES = 600;
  private static final int TRANSACTIONS = 3;
  private static final List<String> KEYS = List.of("x", "y");

  /** Matches 5 and not 1. */
  private static final Condition CONDITION = new Condition(0, 3);

  private static final IsolationLevel[] LEVELS = {
    IsolationLevel.PL_1,
    IsolationLevel.PL_2,
    IsolationLevel.PL_2_99,
    IsolationLevel.PL_3,
    IsolationLevel.PL_SI,
    IsolationLevel.SNAPSHOT_ISOLATION
  };

  @Test
  void agreesWithTheAxioms() throws Exception {
    Choices choices = TestSize.isThorough() ? Choices.all() : Choices.random(4);
    Set<String> met = new TreeSet<>();
    int count = 0;
    do {
      Certified certified = make(choices);
      History history = IsogaugeText.parse(certified.toString());
      AdyaOracle oracle = new AdyaOracle(certified);
      for (IsolationLevel level : LEVELS) {
        Verdict verdict = CertificateOracleTest.check(level, history);
        assertThat(verdict.word())
            .as("%s, %s:%n%s", level, verdict, certified)
            .isEqualTo(oracle.verdict(level));
        met.add(level.id() + " " + verdict.word());
        if (verdict instanceof Verdict.Satisfied satisfied) {
          assertThat(
                  WitnessVerifier.refute(
                      history, CertificateOracleTest.question(level), satisfied.witness()))
              .as("%s:%n%s", level, certified)
              .isEmpty();
        }
      }
      count++;
    } while (choices.next() && (TestSize.isThorough() || count < SAMPLES));
    // With one write a transaction there is no G0; nothing here is incomplete.
    assertThat(met)
        .hasSize(2 * LEVELS.length - 1)
        .doesNotContain("pl-1 violated")
        .noneMatch(word -> word.endsWith("unknown"));
  }

  private static Certified make(Choices choices) {
    Certified history = new Certified();
    for (int t = 0; t < TRANSACTIONS; t++) {
      Transaction transaction = new Transaction(t, true);
      history.transactions.add(transaction);
      int write = choices.pick(5);
      if (write > 0) {
        String key = write == 4 ? "y" : "x";
        Integer value = write == 3 ? null : Integer.valueOf(write == 1 ? 1 : 5);
        transaction.operations.add(new Operation(Kind.WRITE, key, value, t, Optional.empty()));
      }
    }
    for (String key : KEYS) {
      addOrder(history, key, choices);
    }
    for (int t = 0; t < TRANSACTIONS; t++) {
      addRead(history, t, choices);
    }
    return history;
  }

  private static List<Version> versions(Certified history, String key, int exceptOf) {
    List<Version> versions = new ArrayList<>();
    for (int t = 0; t < TRANSACTIONS; t++) {
      for (Operation operation : history.transactions.get(t).operations) {
        if (operation.kind() == Kind.WRITE && operation.key().equals(key) && t != exceptOf) {
          versions.add(new Version(operation.value(), t));
        }
      }
    }
    return versions;
  }

  private static void addOrder(Certified history, String key, Choices choices) {
    List<Version> left = versions(history, key, -1);
    List<Version> order = new ArrayList<>();
    while (!left.isEmpty()) {
      order.add(left.remove(choices.pick(left.size())));
    }
    if (!order.isEmpty()) {
      history.orders.put(key, order);
    }
  }

  private static void addRead(Certified history, int t, Choices choices) {
    int kind = choices.pick(3);
    if (kind == 1) {
      Version seen = see(history, "x", t, choices);
      Operation read = new Operation(Kind.READ, "x", seen.value(), seen.writer(), Optional.empty());
      history.transactions.get(t).operations.add(0, read);
    } else if (kind == 2) {
      Query query = new Query(CONDITION);
      List<String> rows = new ArrayList<>();
      for (String key : KEYS) {
        Version seen = see(history, key, t, choices);
        query.versions.put(key, seen);
        if (CONDITION.matches(seen.value())) {
          rows.add(key);
        }
      }
      query.rows = Optional.of(rows);
      Operation asked = new Operation(Kind.PREDICATE, "", null, t, Optional.of(query));
      history.transactions.get(t).operations.add(0, asked);
    }
  }

  private static Version see(Certified history, String key, int t, Choices choices) {
    List<Version> versions = versions(history, key, t);
    versions.add(0, new Version(null, Certified.INITIAL));
    return versions.get(choices.pick(versions.size()));
  }
}
