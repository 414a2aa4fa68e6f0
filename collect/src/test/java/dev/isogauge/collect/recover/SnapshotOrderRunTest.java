package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.recover.SnapshotOrder.Shown;
import dev.isogauge.collect.run.ShortRuns;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places by the snapshots of a real PostgreSQL. */
class SnapshotOrderRunTest extends ShortRuns {
  private final List<String> lines = new ArrayList<>();
  private final List<String> certificate = new ArrayList<>();

  @BeforeEach
  void forget() {
    lines.clear();
    certificate.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"general", "register", "list-append"})
  void readsAreWhatTheTimestampsSay(String workload) throws Exception {
    History history = history(workload, "repeatable-read", Shown.TIMESTAMPS);
    assertThat(history.isTimestamped()).isTrue();
    assertThat(
            Checks.check(
                history, Question.byTimestamps(IsolationLevel.SNAPSHOT_ISOLATION), Limits.DEFAULT))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** PostgreSQL lets a transaction create anew what another deleted out of its snapshot. */
  @Test
  void overlappingWritersOfWhatIsDeletedAreFound() throws Exception {
    History history = history("items", "repeatable-read", Shown.TIMESTAMPS);
    assertThat(
            Checks.check(
                history, Question.byTimestamps(IsolationLevel.SNAPSHOT_ISOLATION), Limits.DEFAULT))
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void theOrderOfVersionsIsThatOfTheLog() throws Exception {
    List<String> logged;
    postgres.clear();
    try (OrderRecovery recovery = OrderRecovery.open(postgres)) {
      SnapshotOrder order = new SnapshotOrder(Shown.OVERWRITTEN, lines::add, certificate::add);
      Path recording =
          record(postgres, "register", "repeatable-read", 1000, order::observe, order::accept);
      order.finish();
      Path file = directory.resolve("certificate.jsonl");
      try (OutputStream out = Files.newOutputStream(file)) {
        recovery.recover(recording, out);
      }
      logged = Files.readAllLines(file);
    }
    assertThat(orders(certificate)).isNotEmpty().containsExactlyElementsOf(orders(logged));
    assertThat(certificate.size() - orders(certificate).size()).isEqualTo(lines.size());
  }

  private static List<String> orders(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("{\"order\"")).toList();
  }

  private History history(String workload, String isolation, Shown shown) throws Exception {
    postgres.clear();
    SnapshotOrder order = new SnapshotOrder(shown, lines::add, certificate::add);
    record(postgres, workload, isolation, 1000, order::observe, order::accept);
    assertThat(lines.size()).as("placed while it ran").isGreaterThan(900);
    order.finish();
    assertThat(order.contradiction()).isEmpty();
    assertThat(certificate).isEqualTo(lines);
    return written();
  }

  private History written() throws IOException {
    return read(Files.write(directory.resolve("placed.jsonl"), certificate));
  }
}
