package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every phase of every checker ends in time, and within its memory. */
class DeadlineTest {
  private static final Duration LIMIT = Duration.ofMillis(600);
  private static final long MEMORY = 64L << 20;

  /** A busy machine can only make a check slower, so the best of some runs counts. */
  private static final int RUNS = 3;

  /** An input that is hard in one phase. */
  private record Hard(String phase, String text, Question question) {
    static Hard of(String phase, IsolationLevel level, Stream<String> lines) {
      return new Hard(phase, text(lines), Question.of(level));
    }

    static Hard by(OrderSource order, String phase, IsolationLevel level, Stream<String> lines) {
      return new Hard(phase, text(lines), new Question(level, order, true));
    }

    private static String text(Stream<String> lines) {
      return "init *=0\n" + String.join("\n", lines.toList()) + "\n";
    }

    @Override
    public String toString() {
      return phase;
    }
  }

  static List<Hard> inputs() {
    return List.of(
        Hard.of("gathering", IsolationLevel.SERIALIZABILITY, manyWritersOfOneValue(6_000)),
        Hard.of("pruning", IsolationLevel.SNAPSHOT_ISOLATION, fewValues(20_000, 50, 50, 40)),
        Hard.of("scheduling", IsolationLevel.SERIALIZABILITY, fewValues(4_000, 400, 20, 5)),
        Hard.of("solving", IsolationLevel.SERIALIZABILITY, crossedReads(60)),
        Hard.of("solving snapshots", IsolationLevel.SNAPSHOT_ISOLATION, crossedReads(60)),
        Hard.of("shrinking", IsolationLevel.STRICT_SERIALIZABILITY, lock(200, 8)),
        Hard.of("arguing", IsolationLevel.STRICT_SERIALIZABILITY, lock(60, 8)),
        Hard.of("linearizing", IsolationLevel.LINEARIZABILITY, overlapping(2_000, 60)),
        Hard.of("naming cycles", IsolationLevel.SERIALIZABILITY, tangledLists(6_000)),
        Hard.of("unread appends", IsolationLevel.SNAPSHOT_ISOLATION, unreadAppends(2_000)),
        Hard.of("missed appends", IsolationLevel.CAUSAL, tangledLists(6_000)),
        Hard.of("weak patterns", IsolationLevel.CAUSAL, staleReads(8_000)),
        Hard.of("what sessions saw", IsolationLevel.WRITES_FOLLOW_READS, staleReads(8_000)),
        Hard.of("prefixes", IsolationLevel.PREFIX_CONSISTENCY, crossedReads(60)),
        Hard.of("pasts", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, crossedReads(60)),
        Hard.of("read committed", IsolationLevel.READ_COMMITTED, staleReads(8_000)),
        Hard.by(OrderSource.CERTIFICATE, "predicates", IsolationLevel.PL_3, predicates(4_000)));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void endsWithinTwiceTheLimit(Hard hard) throws IOException {
    History history = IsogaugeText.parse(hard.text());
    Route route = Plan.of(history).route(hard.question());
    Limits limits = Limits.DEFAULT.withTimeout(LIMIT).withMemoryBytes(MEMORY);
    List<String> runs = new ArrayList<>();
    Duration best = Duration.ofDays(1);
    for (int run = 0; run < RUNS && best.compareTo(LIMIT.multipliedBy(2)) > 0; run++) {
      long begin = System.nanoTime();
      Verdict verdict = route.check(limits);
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      best = took.compareTo(best) < 0 ? took : best;
      runs.add(took.toMillis() + " ms: " + verdict.word());
    }
    assertThat(best).as("%s", runs).isLessThanOrEqualTo(LIMIT.multipliedBy(2));
  }

  private static Stream<String> manyWritersOfOneValue(int count) {
    return Stream.concat(
        IntStream.range(0, count).mapToObj(i -> "w" + i + ": w(x,1) w(y" + i + ",1)"),
        IntStream.range(0, count).mapToObj(i -> "r" + i + ": r(x,1) w(z" + i + ",1)"));
  }

  /** A valid run on keys that have few values each. */
  private static Stream<String> fewValues(int count, int sessions, int keys, int values) {
    Random random = new Random(1);
    int[] state = new int[keys];
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              StringBuilder line = new StringBuilder("s" + random.nextInt(sessions) + ":");
              for (int k = 0; k < 4; k++) {
                int key = random.nextInt(keys);
                boolean writes = random.nextBoolean();
                state[key] = writes ? random.nextInt(values) : state[key];
                line.append(writes ? " w(k" : " r(k")
                    .append(key)
                    .append(',')
                    .append(state[key])
                    .append(')');
              }
              return line.toString();
            });
  }

  /** Reads of random values: many choices, of which few go together. */
  private static Stream<String> crossedReads(int count) {
    Random random = new Random(2);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "s%d: r(k%d,%d) r(k%d,%d) w(k%d,%d)"
                    .formatted(
                        i,
                        random.nextInt(3),
                        random.nextInt(3),
                        3 + random.nextInt(3),
                        random.nextInt(3),
                        random.nextInt(6),
                        random.nextInt(3)));
  }

  /**
   * A lock that is taken and given back in turn, but for two turns that are the wrong way round.
   */
  private static Stream<String> lock(int count, int sessions) {
    Random random = new Random(4);
    int[] free = new int[sessions];
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              int session = i % sessions;
              int begin = Math.max(free[session] + 1, 10 * i - random.nextInt(25) + 100);
              int end = Math.max(begin, 10 * i + 100 + random.nextInt(25));
              free[session] = end;
              int turn = (i == count / 3 || i == count / 2 + count / 3 % 2 + 1 ? i + 1 : i) & 1;
              return "s%d: [rt %d..%d] r(l,%d) w(l,%d)"
                  .formatted(session, begin, end, turn, 1 - turn);
            });
  }

  /** Reads and writes of a few values, many at a time, that do not fit one another. */
  private static Stream<String> overlapping(int count, int width) {
    Random random = new Random(5);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "s%d: [rt %d..%d] %s(x,%d)"
                    .formatted(
                        i,
                        10 * i,
                        10 * (i + width),
                        random.nextInt(3) == 0 ? "w" : "r",
                        random.nextInt(12)));
  }

  private static Stream<String> tangledLists(int count) {
    Random random = new Random(6);
    List<List<Integer>> lists =
        IntStream.range(0, 20).mapToObj(k -> (List<Integer>) new ArrayList<Integer>()).toList();
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              int key = random.nextInt(20);
              int other = random.nextInt(20);
              List<Integer> seen = lists.get(other);
              int from = Math.max(0, seen.size() - random.nextInt(3));
              String line =
                  "s%d: r(l%d,%s) a(l%d,%d)"
                      .formatted(
                          i % 100,
                          other,
                          seen.subList(0, from).toString().replace(" ", ""),
                          key,
                          i);
              lists.get(key).add(i);
              return line;
            });
  }

  private static Stream<String> unreadAppends(int count) {
    Random random = new Random(7);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "s%d: r(l%d,[]) a(l%d,%d) a(l%d,%d)"
                    .formatted(
                        i, random.nextInt(40), 40 + random.nextInt(10), i, random.nextInt(40), i));
  }

  private static Stream<String> staleReads(int count) {
    Random random = new Random(8);
    int[][] written = new int[20][count];
    int[] size = new int[20];
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              StringBuilder line = new StringBuilder("s" + i % 200 + ":");
              for (int k = 0; k < 3; k++) {
                int key = random.nextInt(20);
                int value = size[key] == 0 ? 0 : written[key][random.nextInt(size[key])];
                line.append(" r(k").append(key).append(',').append(value).append(')');
              }
              int key = random.nextInt(20);
              written[key][size[key]++] = i + 1;
              return line.append(" w(k")
                  .append(key)
                  .append(',')
                  .append(i + 1)
                  .append(')')
                  .toString();
            });
  }

  private static Stream<String> predicates(int count) {
    return Stream.concat(
        IntStream.range(0, count)
            .mapToObj(i -> "s%d T%d: w(t/%d,{a:%d})".formatted(i % 20, i, i % 10, i)),
        Stream.concat(
            IntStream.range(0, count / 4)
                .mapToObj(
                    i ->
                        "p%d P%d: p(t,\"a %% %d = 1\",? of [%s])"
                            .formatted(
                                i % 20,
                                i,
                                i + 2,
                                String.join(
                                    ",",
                                    IntStream.range(0, 10)
                                        .mapToObj(
                                            k -> "t/%d={a:%d}@T%d".formatted(k, k + 10, k + 10))
                                        .toList()))),
            IntStream.range(0, 10)
                .mapToObj(
                    k ->
                        "order t/"
                            + k
                            + ": "
                            + String.join(
                                " ",
                                IntStream.range(0, count / 10)
                                    .mapToObj(i -> "{a:%d}@T%d".formatted(10 * i + k, 10 * i + k))
                                    .toList()))));
  }
}
