package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders that name versions by values which do not tell them apart. */
class VersionNamingTest {
  @TempDir private Path directory;

  private static LoadedHistory read(String... lines) throws IOException {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return HistoryFiles.read(HistoryFiles.bytes("h.txt", text), Optional.empty());
  }

  private static Verdict check(History history, IsolationLevel level, OrderSource source) {
    Question question = new Question(level, source, true);
    Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(WitnessVerifier.refute(history, question, satisfied.witness())).isEmpty();
    }
    return verdict;
  }

  private static List<Boolean> clear(History history) {
    return history.versionOrders().get(0).versions().stream()
        .map(VersionOrder.Version::isClear)
        .toList();
  }

  @Test
  void aValueThatSeveralWroteIsLeftOutAndToldOnce() throws IOException {
    LoadedHistory loaded =
        read("s1 T1: w(x,1)", "s2 T2: r(x,1@T1) w(x,2)", "s3 T3: r(x,2) w(x,1)", "order x: 1 2 1");
    assertThat(loaded.remarks())
        .containsExactly(
            "h.txt:4: the version order of x lists 1, which 2 transactions wrote, and does not say"
                + " which is meant: this version was left out; name its transaction, as in 1@T7 or"
                + " [1,\"T7\"]");
    assertThat(clear(loaded.history())).containsExactly(false, true, false);
    assertThat(check(loaded.history(), IsolationLevel.PL_3, OrderSource.CERTIFICATE))
        .isInstanceOf(Verdict.Unknown.class);
    assertThat(check(loaded.history(), IsolationLevel.SERIALIZABILITY, OrderSource.VERSION_ORDER))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void namesMakeItClear() throws IOException {
    LoadedHistory loaded =
        read("s1 T1: w(x,1)", "s2 T2: w(x,2)", "s3 T3: w(x,1)", "order x: 1@T3 2 1@T1");
    assertThat(loaded.remarks()).isEmpty();
    assertThat(check(loaded.history(), IsolationLevel.PL_3, OrderSource.CERTIFICATE))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** Who aborted wrote no version, so one writer is left. */
  @Test
  void abortedWritersDoNotMatter() throws IOException {
    LoadedHistory loaded =
        read("s1 T1: w(x,1)", "s2 T2: aborted w(x,1)", "s3 T3: w(x,2)", "order x: 1 2");
    assertThat(loaded.remarks()).isEmpty();
    assertThat(clear(loaded.history())).containsExactly(true, true);
  }

  /** T2 overwrites what it read, with the value that x had at first: no anomaly. */
  @Test
  void theInitialVersionInFrontIsNoWriteOfItsValue() throws IOException {
    String[] transactions = {"init x=0", "s1 T1: w(x,1)", "s2 T2: r(x,1) w(x,0)"};
    LoadedHistory whole = read(transactions[0], transactions[1], transactions[2], "order x: 0 1 0");
    assertThat(whole.remarks()).isEmpty();
    assertThat(check(whole.history(), IsolationLevel.PL_3, OrderSource.CERTIFICATE))
        .isInstanceOf(Verdict.Satisfied.class);

    LoadedHistory part = read(transactions[0], transactions[1], transactions[2], "order x: 0 1");
    assertThat(part.remarks())
        .singleElement()
        .asString()
        .startsWith("h.txt:4: the version order of x lists 0, the initial value, which a");
    assertThat(check(part.history(), IsolationLevel.PL_3, OrderSource.CERTIFICATE))
        .isInstanceOf(Verdict.Unknown.class);
  }

  /** T2 read what nobody can have read, but nothing says that it happened. */
  @Test
  void anUnclearVersionDoesNotShowThatItsWriterHappened() throws IOException {
    LoadedHistory loaded =
        read(
            "s1 T1: w(x,1)", "s2 T2: indeterminate r(y,9) w(x,1)", "s3 T3: w(x,2)", "order x: 1 2");
    History history = loaded.history();
    assertThat(loaded.remarks()).hasSize(1);
    for (int t = 0; t < history.transactionCount(); t++) {
      assertThat(history.counts(t)).isEqualTo(!history.transactionName(t).equals("T2"));
    }
    assertThat(check(history, IsolationLevel.SERIALIZABILITY, OrderSource.VERSION_ORDER))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void ordersInAFileOfTheirOwnAreToldByTheirLines() throws IOException {
    Path orders = directory.resolve("orders.jsonl");
    Files.writeString(
        orders, "{\"order\":\"y\",\"versions\":[1,2]}\n{\"order\":\"x\",\"versions\":[1,2]}\n");
    String history = "s1 T1: w(x,1) w(y,1) | s2 T2: w(x,1) | s3 T3: w(x,2) w(y,2)";
    LoadedHistory loaded =
        HistoryFiles.read(
            HistoryFiles.bytes("h.txt", history.getBytes(StandardCharsets.UTF_8)),
            Optional.empty(),
            Optional.of(orders));
    assertThat(loaded.remarks())
        .singleElement()
        .asString()
        .startsWith(orders + ":2: the version order of x lists 1, which 2 transactions wrote");
    assertThat(loaded.remarksOn("h.txt")).isEqualTo(loaded.remarks());
  }

  @Test
  void manyAreCounted() throws IOException {
    StringBuilder values = new StringBuilder("order x:");
    StringBuilder first = new StringBuilder("s1:");
    StringBuilder second = new StringBuilder("s2:");
    for (int value = 1; value <= 9; value++) {
      values.append(' ').append(value);
      first.append(value == 1 ? "" : " ;").append(" w(x,").append(value).append(")");
      second.append(value == 1 ? "" : " ;").append(" w(x,").append(value).append(")");
    }
    LoadedHistory loaded = read(values.toString(), first.toString(), second.toString());
    assertThat(loaded.remarks()).hasSize(6);
    assertThat(loaded.remarks().get(5)).startsWith("4 more versions in version orders");
    assertThat(loaded.remarksOn("h.txt").get(5)).startsWith("h.txt: 4 more versions");
  }
}
