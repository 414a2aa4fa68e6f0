package dev.isogauge.online.reads;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Streams lose the levels that their whole histories violate, no others, and none too late. */
class ReadsCheckerTest {
  private static final int RUNS = TestSize.pick(40, 5_000);
  private static final Pattern SESSION = Pattern.compile("\"session\":([^,]*),");
  private static final List<StoreKind> ONE_ORDER =
      List.of(StoreKind.SERIALIZABLE, StoreKind.SNAPSHOT, StoreKind.READ_COMMITTED);
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.CAUSAL,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  /** The lines of a history, with those of a session in order, and its initial value. */
  private record Stream(List<String> lines, long initial, Atoms atoms) {
    RawBlock block(int begin, int end) throws IOException {
      String text = String.join("\n", lines.subList(begin, end)) + "\n";
      HistoryBuilder read =
          HistoryFormat.JSONL.read(HistoryFiles.bytes("stream", text.getBytes(UTF_8)), atoms);
      return read.blocks().get(0);
    }

    Map<IsolationLevel, Verdict> verdicts(int count) throws IOException {
      HistoryBuilder builder = new HistoryBuilder(atoms);
      builder.defaultInitialValue(initial);
      builder.add(block(0, count));
      History history = builder.build();
      Map<IsolationLevel, Verdict> verdicts = new EnumMap<>(IsolationLevel.class);
      for (IsolationLevel level : LEVELS) {
        verdicts.put(level, Checks.check(history, Question.of(level), Limits.DEFAULT));
      }
      return verdicts;
    }
  }

  private static Stream stream(long seed, int most) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    boolean lists = random.nextBoolean();
    List<StoreKind> stores = lists ? ONE_ORDER : List.of(StoreKind.values());
    History history =
        HistoryGenerator.generate(
                new WorkloadSpec(
                    stores.get(random.nextInt(stores.size())),
                    2 + random.nextInt(4),
                    1 + random.nextInt(most),
                    lists ? 3 : 2,
                    0.5,
                    0.4,
                    0,
                    WorkloadSpec.DEFAULT.predicateRatio(),
                    1 + random.nextInt(4),
                    lists && random.nextBoolean() ? 4 : 0,
                    KeyDistribution.ZIPF,
                    random.nextInt(3) == 0 ? 0.2 : 0,
                    random.nextLong(),
                    lists ? DataModel.LIST_APPEND : DataModel.MINI_TRANSACTION,
                    WorkloadSpec.DEFAULT.scale(),
                    WorkloadSpec.DEFAULT.conflicts(),
                    Recording.DEFAULT.withRealTime(random.nextBoolean())),
                List.of())
            .history();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistoryFormat.JSONL.write(history, out);
    Map<String, Deque<String>> sessions = new LinkedHashMap<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      Matcher session = SESSION.matcher(line);
      if (session.find()) {
        sessions.computeIfAbsent(session.group(1), unused -> new ArrayDeque<>()).add(line);
      }
    }
    List<String> lines = new ArrayList<>();
    List<Deque<String>> left = new ArrayList<>(sessions.values());
    while (!left.isEmpty()) {
      int next = random.nextInt(left.size());
      lines.add(left.get(next).remove());
      if (left.get(next).isEmpty()) {
        left.remove(next);
      }
    }
    return new Stream(
        lines, history.keyCount() == 0 ? Atoms.NIL : history.initialValue(0), new Atoms());
  }

  @Test
  void aStreamLosesWhatItsHistoryViolates() throws IOException {
    Set<IsolationLevel> met = new HashSet<>();
    int satisfied = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Stream stream = stream(seed, 40);
      Map<IsolationLevel, Verdict> expected = stream.verdicts(stream.lines.size());
      ReadsChecker checker =
          new ReadsChecker(LEVELS, stream.atoms, stream.initial, Long.MAX_VALUE / 4);
      int batch = 1 + (int) (seed % 7);
      for (int begin = 0; begin < stream.lines.size(); begin += batch) {
        int end = Math.min(stream.lines.size(), begin + batch);
        checker.submit(stream.block(begin, end), begin);
        for (Loss loss : checker.check(Limits.DEFAULT)) {
          assertThat(loss.transactions()).as("seed %d", seed).isBetween(begin + 1L, (long) end);
          assertThat(loss.time()).isEqualTo(begin);
        }
      }
      for (IsolationLevel level : LEVELS) {
        assertThat(checker.lost().containsKey(level))
            .as("seed %d, %s", seed, level)
            .isEqualTo(expected.get(level) instanceof Verdict.Violated);
      }
      met.addAll(checker.lost().keySet());
      satisfied += checker.lost().isEmpty() ? 1 : 0;
      Map<IsolationLevel, Verdict> finished = checker.finish(Limits.DEFAULT);
      for (IsolationLevel level : LEVELS) {
        assertThat(finished.get(level).word())
            .as("seed %d, %s", seed, level)
            .isEqualTo(expected.get(level).word());
        if (finished.get(level) instanceof Verdict.Violated violated) {
          assertThat(violated.counts())
              .isEqualTo(((Verdict.Violated) expected.get(level)).counts());
        }
      }
    }
    assertThat(met).contains(IsolationLevel.READ_ATOMIC, IsolationLevel.SERIALIZABILITY);
    assertThat(satisfied).isPositive();
  }

  /** The arrival that is named is the same however arrivals come together. */
  @Test
  void theMomentIsExact() throws IOException {
    for (long seed = 0; seed < RUNS / 3; seed++) {
      Stream stream = stream(seed, 40);
      ReadsChecker one = new ReadsChecker(LEVELS, stream.atoms, stream.initial, 1L << 40);
      ReadsChecker all = new ReadsChecker(LEVELS, stream.atoms, stream.initial, 1L << 40);
      for (int i = 0; i < stream.lines.size(); i++) {
        one.submit(stream.block(i, i + 1), 0);
        one.check(Limits.DEFAULT);
      }
      all.submit(stream.block(0, stream.lines.size()), 0);
      all.check(Limits.DEFAULT);
      assertThat(all.lost().keySet()).isEqualTo(one.lost().keySet());
      all.lost()
          .forEach(
              (level, loss) -> {
                assertThat(loss.transactions()).isEqualTo(one.lost().get(level).transactions());
                assertThat(loss.name()).isEqualTo(one.lost().get(level).name());
              });
    }
  }

  /** What is settled can hide a violation, but makes none. */
  @Test
  void settlingRaisesNoFalseAlarm() throws IOException {
    int found = 0;
    int settled = 0;
    for (long seed = 0; seed < 2L * RUNS; seed++) {
      Stream stream = stream(seed, 80);
      Map<IsolationLevel, Verdict> expected = stream.verdicts(stream.lines.size());
      int limit = 10 + (int) (seed % 60);
      ReadsChecker checker = new ReadsChecker(LEVELS, stream.atoms, stream.initial, limit);
      int batch = 1 + (int) (seed % 5);
      for (int begin = 0; begin < stream.lines.size(); begin += batch) {
        checker.submit(stream.block(begin, Math.min(stream.lines.size(), begin + batch)), 0);
        checker.check(Limits.DEFAULT);
        assertThat(checker.isFull()).as("seed %d", seed).isFalse();
      }
      found += checker.lost().size();
      Map<IsolationLevel, Verdict> finished = checker.finish(Limits.DEFAULT);
      for (IsolationLevel level : LEVELS) {
        boolean isViolated = expected.get(level) instanceof Verdict.Violated;
        if (checker.lost().containsKey(level) || finished.get(level) instanceof Verdict.Violated) {
          assertThat(isViolated)
              .as("seed %d, %s, limit %d:\n%s", seed, level, limit, String.join("\n", stream.lines))
              .isTrue();
        }
        assertThat(isViolated && finished.get(level) instanceof Verdict.Satisfied).isFalse();
        settled += finished.get(level) instanceof Verdict.Unknown ? 1 : 0;
      }
    }
    assertThat(found).isPositive();
    assertThat(settled).isPositive();
  }

  @Test
  void aValueThatIsStillToComeIsNoViolation() throws IOException {
    Atoms atoms = new Atoms();
    Stream stream =
        new Stream(
            List.of(
                "{\"session\":\"a\",\"ops\":[[\"r\",\"x\",1],[\"w\",\"x\",2]]}",
                "{\"session\":\"b\",\"ops\":[[\"r\",\"x\",2]]}",
                "{\"session\":\"c\",\"ops\":[[\"r\",\"x\",null],[\"w\",\"x\",1]]}",
                "{\"session\":\"d\",\"ops\":[[\"r\",\"x\",3]]}"),
            Atoms.NIL,
            atoms);
    ReadsChecker checker = new ReadsChecker(LEVELS, atoms, Atoms.NIL, 1 << 20);
    for (int i = 0; i < 4; i++) {
      checker.submit(stream.block(i, i + 1), 0);
      assertThat(checker.check(Limits.DEFAULT)).isEmpty();
    }
    assertThat(checker.finish(Limits.DEFAULT).get(IsolationLevel.READ_COMMITTED))
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void aCircleOfReadsIsFoundWhenItIsClosed() throws IOException {
    Atoms atoms = new Atoms();
    Stream stream =
        new Stream(
            List.of(
                "{\"session\":\"a\",\"ops\":[[\"r\",\"x\",[1]],[\"a\",\"y\",1]]}",
                "{\"session\":\"b\",\"ops\":[[\"r\",\"y\",[1]],[\"a\",\"x\",1]]}"),
            Atoms.NIL,
            atoms);
    ReadsChecker checker = new ReadsChecker(LEVELS, atoms, Atoms.NIL, 1 << 20);
    checker.submit(stream.block(0, 1), 0);
    assertThat(checker.check(Limits.DEFAULT)).isEmpty();
    checker.submit(stream.block(1, 2), 1);
    assertThat(checker.check(Limits.DEFAULT)).hasSameSizeAs(LEVELS);
    assertThat(checker.lost().get(IsolationLevel.READ_COMMITTED).name()).isEqualTo("b.1");
  }
}
