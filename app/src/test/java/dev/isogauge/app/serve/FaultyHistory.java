package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.jsonl.JsonlWriter;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.timestamp.AsFinding;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Histories of a snapshot store in which some values and timestamps were changed afterwards. */
final class FaultyHistory {
  private FaultyHistory() {}

  static History generate(int transactions, long seed) throws IOException {
    WorkloadSpec workload =
        WorkloadSpec.DEFAULT
            .withStore(StoreKind.SNAPSHOT)
            .withSessions(12)
            .withTransactions(transactions)
            .withOperations(6)
            .withKeys(200)
            .withSeed(seed)
            .withTimestamps(true);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JsonlWriter().write(HistoryGenerator.generate(workload, List.of()).history(), bytes);
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (String line : bytes.toString(UTF_8).split("\n", -1)) {
      text.append(random.nextInt(100) == 0 ? spoilt(line, random) : line).append('\n');
    }
    return HistoryFiles.read(
            HistoryFiles.bytes("faulty", text.toString().getBytes(UTF_8)), Optional.empty())
        .history();
  }

  private static String spoilt(String line, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> line.replaceFirst("\\[\"r\",([0-9]+),[0-9]+\\]", "[\"r\",$1,77777777]");
      case 1 -> earlierStart(line);
      default -> line.replaceFirst("\\[\"w\",([0-9]+),[0-9]+\\]", "[\"w\",$1,88888888]");
    };
  }

  private static String earlierStart(String line) {
    Matcher start = Pattern.compile("\"ts\":\\[([0-9]+),").matcher(line);
    return start.find()
        ? start.replaceFirst("\"ts\":[" + Math.max(0, Long.parseLong(start.group(1)) - 40) + ",")
        : line;
  }

  /** What checking the whole history at once finds, as online checking says it. */
  static List<TimestampFinding> findings(History history, IsolationLevel level) {
    Limits all = Limits.DEFAULT.withMaxAnomalies(Integer.MAX_VALUE);
    Verdict verdict = new TimestampChecker(level, all).check(history);
    return ((Verdict.Violated) verdict)
        .anomalies().stream()
            .map(anomaly -> withoutSource(AsFinding.of(history, anomaly)))
            .toList();
  }

  /** Online, where a wrong value comes from is not looked up. */
  private static TimestampFinding withoutSource(TimestampFinding finding) {
    return finding.from(Optional.empty());
  }
}
