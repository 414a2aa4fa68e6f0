package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What checks may allocate, and in how small a heap they must end, for histories of the shapes in
 * docs/performance.md at a tenth of their size. Unlike time, both are nearly the same on every
 * machine: each check runs in a Java machine of its own, on one processor. A budget is about one
 * and a half times what was measured.
 */
class AllocationTest {
  /** How much smaller the history is that is checked first. */
  private static final int FIRST = 10;

  @ParameterizedTest
  @CsvSource({
    "unique, 10000, 0.5, rc, 2100, 48",
    "unique, 10000, 0.5, ra, 2300, 48",
    "unique, 10000, 0.5, cc, 3800, 48",
    "unique, 10000, 0.5, ser, 61600, 48",
    "unique, 10000, 0.5, si, 74000, 48",
    "update, 10000, 0.5, ser, 7300, 48",
    "update, 5000, 0.5, si, 6400, 48",
    "timed, 10000, 0.5, si, 2900, 48",
    "timed, 10000, 0.5, ser, 2400, 48",
    "lists, 1000, 0.5, ser, 2100, 48",
    // One operation in fifty is of a list.
    "beside, 10000, 0.5, rc, 6000, 48",
    "beside, 10000, 0.5, ra, 6200, 48",
    "beside, 10000, 0.5, cc, 7700, 48",
    "beside, 10000, 0.5, mr, 7100, 48",
    "repeated, 10000, 0.5, ser, 126500, 64",
    "repeated, 10000, 0.5, si, 137000, 64",
    "repeated, 1000, 0.2, ser, 15000, 48",
    "repeated, 1000, 0.8, ser, 18100, 48",
    "repeated, 1000, 0.5, cc, 13700, 48",
    "repeated, 1000, 0.5, pc, 13200, 48",
    "swaps, 10000, 0, linearizability, 2100, 48",
    "versions, 10000, 0.5, pl-3, 5600, 48",
    "versions-predicates, 250, 0.5, pl-3, 9900, 48",
    "serial, 10000, 0.5, ser, 1400, 48",
    "serial-predicates, 250, 0.5, ser, 5800, 48",
    "edn, 10000, 0.5, sser, 10300, 48",
  })
  void checksKeepToTheirBudget(
      String shape, int transactions, double reads, String level, int allocated, int heap)
      throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap + "m",
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=1",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationTest.class.getName(),
                shape,
                Integer.toString(transactions),
                Double.toString(reads),
                level)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(Long.parseLong(output.strip())).as("KB allocated").isLessThanOrEqualTo(allocated);
  }

  /** Runs in a Java machine of its own; prints the KB that the check allocated. */
  public static void main(String[] arguments) throws IOException {
    String shape = arguments[0];
    int transactions = Integer.parseInt(arguments[1]);
    double reads = Double.parseDouble(arguments[2]);
    IsolationLevel level = IsolationLevel.byName(arguments[3]).orElseThrow();
    History history = history(shape, transactions, reads);
    // Loading classes and linking lambdas allocates megabytes, more in newer Java machines.
    check(history(shape, transactions / FIRST, reads), level);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    check(history, level);
    long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    System.out.println((bytes + (1 << 10) - 1) >> 10);
  }

  private static void check(History history, IsolationLevel level) throws IOException {
    Plan plan = Plan.of(history);
    Verdict verdict = plan.route(plan.question(level)).check(Limits.DEFAULT);
    if (!(verdict instanceof Verdict.Satisfied)) {
      throw new IOException(verdict.toString());
    }
  }

  private static History history(String shape, int transactions, double reads) throws IOException {
    Optional<WorkloadSpec> workload = workload(shape);
    return workload.isPresent()
        ? generated(workload.get().withTransactions(transactions))
        : written(shape, transactions, reads);
  }

  /** What the benchmarks generate: lightweight transactions, certificates, replays, and EDN. */
  private static Optional<WorkloadSpec> workload(String shape) {
    WorkloadSpec usual = WorkloadSpec.DEFAULT.withSessions(20).withOperations(5).withSpread(0);
    WorkloadSpec predicates = usual.withKeys(100).withModel(DataModel.PREDICATE);
    Recording versions = Recording.DEFAULT.withVersionOrder(true);
    Recording serial = Recording.DEFAULT.withSerial(true);
    Recording realTime = Recording.DEFAULT.withRealTime(true);
    return Optional.ofNullable(
        switch (shape) {
          case "swaps" ->
              WorkloadSpec.DEFAULT
                  .withModel(DataModel.LIGHTWEIGHT_TRANSACTION)
                  .withSessions(100)
                  .withReadRatio(0)
                  .withKeys(1)
                  .withRecording(realTime);
          case "versions" -> usual.withRecording(versions);
          case "versions-predicates" -> predicates.withRecording(versions);
          case "serial" -> usual.withRecording(serial);
          case "serial-predicates" -> predicates.withRecording(serial);
          case "edn" ->
              WorkloadSpec.DEFAULT
                  .withModel(DataModel.LIST_APPEND)
                  .withSessions(20)
                  .withOperations(6)
                  .withSpread(1)
                  .withKeys(100)
                  .withWritesPerKey(32)
                  .withDistribution(KeyDistribution.EXPONENTIAL)
                  .withRecording(realTime.withNilInitially(true));
          default -> null;
        });
  }

  /** Lists are read from EDN, so that the heap has room for that, too. */
  private static History generated(WorkloadSpec workload) throws IOException {
    History history = HistoryGenerator.generate(workload);
    return workload.model() == DataModel.LIST_APPEND
        ? Conversions.through(HistoryFormat.ELLE, history)
        : history;
  }

  /** Transactions of 8 operations in 25 sessions, one after the other, on half as many keys. */
  private static History written(String shape, int transactions, double reads) throws IOException {
    Random random = new Random(1);
    int keys = Math.max(1, transactions / 2);
    int[] now = new int[keys];
    StringBuilder[] lists = new StringBuilder[keys];
    StringBuilder text = new StringBuilder(shape.equals("lists") ? "" : "init *=0\n");
    int fresh = 0;
    for (int t = 0; t < transactions; t++) {
      text.append('s').append(random.nextInt(25)).append(':');
      if (shape.equals("timed")) {
        text.append(" [ts ").append(2 * t).append("..").append(2 * t + 1).append(']');
      }
      for (int i = 0; i < 8; i++) {
        int key = random.nextInt(keys);
        boolean isRead = random.nextDouble() < reads;
        if (shape.equals("lists") || (shape.equals("beside") && random.nextInt(50) == 0)) {
          lists[key] = lists[key] == null ? new StringBuilder() : lists[key];
          if (isRead) {
            text.append(" r(l").append(key).append(",[").append(lists[key]).append("])");
          } else {
            fresh++;
            lists[key].append(lists[key].isEmpty() ? "" : ",").append(fresh);
            text.append(" a(l").append(key).append(',').append(fresh).append(')');
          }
          continue;
        }
        if (isRead || shape.equals("update")) {
          text.append(" r(").append(key).append(',').append(now[key]).append(')');
        }
        if (!isRead) {
          now[key] = shape.equals("repeated") ? 1 + random.nextInt(100) : ++fresh;
          text.append(" w(").append(key).append(',').append(now[key]).append(')');
        }
      }
      text.append('\n');
    }
    return IsogaugeText.parse(text.toString());
  }
}
