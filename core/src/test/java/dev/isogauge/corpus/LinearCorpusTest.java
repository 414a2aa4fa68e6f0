package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Limits;
import dev.isogauge.check.LinearizationVerifier;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.Witness;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.explain.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Logs of a compare-and-set register in etcd, judged by others; skipped where they are absent. */
class LinearCorpusTest {
  private static final Pattern LINE =
      Pattern.compile("INFO +jepsen\\.util - (\\d+)\\s+:(\\w+)\\s+:(\\w+)\\s+(.*)");

  private static final Pattern NUMBERS = Pattern.compile("\\[(\\S+) (\\S+)]");

  @TestFactory
  Stream<DynamicTest> everyLog() throws IOException {
    Path corpus = CorpusTest.corpus();
    Path list = corpus.resolve("expected.tsv");
    assumeTrue(Files.exists(list), "no corpus beside the repository");
    List<String[]> rows =
        Files.readAllLines(list).stream()
            .map(line -> line.split("\t", -1))
            .filter(row -> row[1].equals("etcd-log"))
            .toList();
    assertThat(rows).isNotEmpty();
    return rows.stream()
        .map(row -> DynamicTest.dynamicTest(row[0], () -> run(corpus.resolve(row[0]), row[3])));
  }

  private static void run(Path file, String expected) throws IOException {
    History history = new LogReader().read(Files.readAllLines(file));
    Verdict verdict = new LinearizabilityChecker(Limits.DEFAULT).check(history);
    assertThat(verdict.word()).isEqualTo(expected);
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(LinearizationVerifier.refute(history, (Witness.Linearization) satisfied.witness()))
          .isEmpty();
    } else if (verdict instanceof Verdict.Violated violated) {
      Anomaly anomaly = violated.anomalies().get(0);
      assertThat(new Explainer(history).explain(anomaly).sentences()).hasSizeGreaterThan(2);
      assertThat(Evidence.of(history, anomaly).transactions()).isNotEmpty();
    }
  }

  /** Line numbers are times; an operation that never ends has an unknown outcome. */
  private static final class LogReader {
    private final Atoms atoms = new Atoms();
    private final RawBlock block = new RawBlock();
    private final Map<String, Long> open = new LinkedHashMap<>();
    private final Map<String, Matcher> invoked = new LinkedHashMap<>();

    History read(List<String> lines) {
      for (int line = 0; line < lines.size(); line++) {
        Matcher matcher = LINE.matcher(lines.get(line));
        if (!matcher.matches()) {
          continue;
        }
        String process = matcher.group(1);
        if (matcher.group(2).equals("invoke")) {
          open.put(process, (long) line);
          invoked.put(process, matcher);
        } else {
          end(process, matcher, line);
        }
      }
      for (String process : List.copyOf(open.keySet())) {
        add(process, Outcome.INDETERMINATE, RawBlock.NO_TIME, invoked.get(process).group(4));
      }
      HistoryBuilder builder = new HistoryBuilder(atoms);
      builder.add(block);
      return builder.build();
    }

    private void end(String process, Matcher matcher, int line) {
      Outcome outcome =
          switch (matcher.group(2)) {
            case "ok" -> Outcome.COMMITTED;
            case "fail" -> Outcome.ABORTED;
            default -> Outcome.INDETERMINATE;
          };
      boolean told = outcome == Outcome.COMMITTED;
      add(process, outcome, line, told ? matcher.group(4) : invoked.get(process).group(4));
    }

    private void add(String process, Outcome outcome, long end, String value) {
      String operation = invoked.get(process).group(3);
      block.transaction(atoms.text(process), Atoms.NO_NAME, outcome, 0);
      block.realTime(open.remove(process), end);
      switch (operation) {
        case "read" -> {
          if (outcome == Outcome.COMMITTED) {
            block.read(0, atom(value));
          } else {
            block.readUnknown(0);
          }
        }
        case "write" -> block.write(0, atom(value));
        default -> {
          Matcher pair = NUMBERS.matcher(value);
          assertThat(pair.matches()).as(value).isTrue();
          block.read(0, atom(pair.group(1)));
          block.write(0, atom(pair.group(2)));
        }
      }
    }

    private long atom(String value) {
      return value.equals("nil") ? Atoms.NIL : Long.parseLong(value);
    }
  }
}
