package dev.isogauge.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryRecorder;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a history could have shown. */
class ChancesTest {
  @Test
  void agreesWithTryingAllSets() {
    Map<ChanceKind, long[]> reached = new EnumMap<>(ChanceKind.class);
    for (int seed = 0; seed < 2_000; seed++) {
      History history = random(new Random(seed));
      Map<ChanceKind, Chances.Count> expected = ChanceOracle.count(history);
      assertThat(Chances.of(history).counts()).as("seed %d", seed).isEqualTo(expected);
      expected.forEach(
          (kind, count) -> {
            long[] sums = reached.computeIfAbsent(kind, k -> new long[3]);
            sums[0] += count.happened();
            sums[1] += count.aborted();
            sums[2] += count.inOrder();
          });
    }
    reached.remove(ChanceKind.PHANTOM);
    reached.remove(ChanceKind.DIRTY_WRITE);
    reached.remove(ChanceKind.LONG_FORK);
    reached.forEach((kind, ends) -> assertThat(ends).as(kind.id()).doesNotContain(0L));
  }

  /** Registers or lists; ends differ, so that it is known which write was acknowledged last. */
  private static History random(Random random) {
    boolean lists = random.nextBoolean();
    boolean shapes = random.nextInt(3) == 0;
    int sessions = 1 + random.nextInt(5);
    int keys = 1 + random.nextInt(3);
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ends.add(i);
    }
    Collections.shuffle(ends, random);
    HistoryRecorder recorder = new HistoryRecorder();
    int value = 0;
    int transactions = (shapes ? 5 : 1) + random.nextInt(7);
    for (int t = 0; t < transactions; t++) {
      long end = ends.get(t);
      recorder
          .session(random.nextInt(sessions))
          .transaction()
          .times(Math.max(0, end - random.nextInt(shapes ? 40 : 12)), end)
          .outcome(
              random.nextInt(5) == 0
                  ? Outcome.ABORTED
                  : random.nextInt(9) == 0 ? Outcome.INDETERMINATE : Outcome.COMMITTED);
      if (shapes && !lists) { // what makes long forks
        int shape = random.nextInt(4);
        if (shape < 2) {
          recorder.write(shape, ++value);
        } else {
          recorder.read(0, seen(random, 4)).read(1, seen(random, 4));
        }
        continue;
      }
      int operations = random.nextInt(5);
      for (int i = 0; i < operations; i++) {
        int key = random.nextInt(keys);
        if (random.nextInt(5) < 2) {
          value++;
          if (lists) {
            recorder.append(key, value);
          } else {
            recorder.write(key, value);
          }
        } else if (lists) {
          List<Object> elements = new ArrayList<>();
          for (int e = 1; e <= random.nextInt(8); e++) {
            elements.add(e);
          }
          recorder.readList(key, elements.toArray());
        } else {
          recorder.read(key, seen(random, 7));
        }
      }
    }
    return recorder.history();
  }

  private static Object seen(Random random, int highest) {
    return random.nextInt(4) == 0 ? null : random.nextInt(highest + 1);
  }

  @Test
  void windowsAndStridesEstimateTheSame() {
    HistoryRecorder recorder = new HistoryRecorder();
    Random random = new Random(7);
    for (int s = 0; s < 8; s++) {
      recorder.session(s);
      long time = random.nextInt(1000);
      for (int i = 0; i < 2_000; i++) {
        long end = time + 500 + random.nextInt(1000);
        recorder.transaction().times(time, end);
        for (int k = 0; k < 3; k++) {
          int key = random.nextInt(10);
          recorder.read(key, null);
          if (random.nextBoolean()) {
            recorder.write(key, s * 100_000 + i * 10 + k);
          }
        }
        time = end + random.nextInt(100);
      }
    }
    History history = recorder.history();
    Chances exact = count(history, ChanceCount.Bounds.NONE);
    Chances windows = count(history, new ChanceCount.Bounds(1_000, 4_000, 16, 1_000_000));
    Chances strides = count(history, new ChanceCount.Bounds(100_000, 0, 1, 4));
    assertThat(exact.sample().isEstimate()).isFalse();
    for (Chances estimate : List.of(windows, strides)) {
      assertThat(estimate.sample().isEstimate()).isTrue();
      for (ChanceKind kind : ChanceKind.values()) {
        double expected = exact.of(kind).total();
        assertThat((double) estimate.of(kind).total())
            .as(kind.id())
            .isCloseTo(expected, within(0.15 * expected));
      }
      assertThat(estimate.contention()).isCloseTo(exact.contention(), within(0.05));
    }
    assertThat(windows.sample().considered()).isBetween(3_000L, 5_000L);
    assertThat(exact.of(ChanceKind.LONG_FORK).total()).isPositive();
    assertThat(windows.sentence())
        .contains("estimated from", "of 16,000 transactions", "stale read at least ");
    assertThat(exact.activity()).hasSize(60);
    assertThat(exact.activity().stream().mapToLong(Chances.Slice::committed).sum())
        .isEqualTo(16_000);
  }

  private static Chances count(History history, ChanceCount.Bounds bounds) {
    return new ChanceCount(history, bounds).chances();
  }

  @Test
  void aSampleWithoutAnyChanceIsNotEnough() {
    HistoryRecorder recorder = new HistoryRecorder();
    for (int s = 0; s < 2; s++) {
      recorder.session(s);
      for (int i = 0; i < 100; i++) {
        // Only the last ones meet, and others are more than a second apart.
        long second = i == 99 ? 2_000 : 20L * i + 10L * s;
        recorder
            .transaction()
            .times(second * 1_000_000_000, (second + 1) * 1_000_000_000)
            .read(i, null)
            .write(i, s + 1);
      }
    }
    Chances chances = count(recorder.history(), new ChanceCount.Bounds(50, 20, 4, 1_000));
    assertThat(chances.of(ChanceKind.LOST_UPDATE)).isEqualTo(new Chances.Count(1, 1, 0));
    assertThat(chances.sample().isEstimate()).isFalse();
  }

  @Test
  void countsRowsThatEnterAndLeaveASearch() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder
        .session("s1")
        .transaction()
        .times(0, 10)
        .insert("item/1", Map.of("n", 1))
        .session("s2")
        .transaction()
        .times(20, 30)
        .readRows("item", "n < 5", "item/1")
        .session("s3")
        .transaction()
        .times(20, 30)
        .insert("item/1", Map.of("n", 9))
        .insert("item/2", Map.of("n", 2))
        .insert("item/3", Map.of("n", 7))
        .session("s4")
        .transaction()
        .aborted()
        .times(25, 30)
        .insert("item/4", Map.of("n", 3));
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.of(ChanceKind.PHANTOM)).isEqualTo(new Chances.Count(3, 0, 1));
    assertThat(chances.couldNotBreak(IsolationLevel.SERIALIZABILITY)).isFalse();
  }

  @Test
  void phantomsAgreeWithTryingAllPairs() {
    long[] reached = new long[3];
    for (int seed = 0; seed < 2_000; seed++) {
      PhantomOracle oracle = new PhantomOracle(new Random(seed));
      Chances.Count expected = oracle.count();
      assertThat(Chances.of(oracle.history()).of(ChanceKind.PHANTOM))
          .as("seed %d", seed)
          .isEqualTo(expected);
      reached[0] += expected.happened();
      reached[1] += expected.aborted();
      reached[2] += expected.inOrder();
    }
    assertThat(reached).doesNotContain(0L);
  }

  /**
   * Of three transactions only those overlap that no snapshot holds when the other takes its own.
   */
  @Test
  void snapshotsShowWhatOverlaps() throws Exception {
    String lines =
        """
        {"session":1,"xid":10,"snapshot":[10,10,[]],"ops":[["r","x",null],["w","y",1]]}
        {"session":2,"xid":11,"snapshot":[10,11,[10]],"ops":[["r","y",null],["w","x",1]]}
        {"session":3,"xid":12,"snapshot":[12,12,[]],"ops":[["r","x",1],["w","x",2]]}
        {"session":4,"snapshot":[12,13,[12]],"ops":[["r","x",1],["r","y",1]]}
        """;
    History history =
        HistoryFiles.read(
                HistoryFiles.bytes("lines", lines.getBytes(StandardCharsets.UTF_8)),
                Optional.of(HistoryFormat.JSONL))
            .history();
    Chances chances = Chances.of(history);
    assertThat(chances.time()).isEqualTo(Chances.Time.SNAPSHOTS);
    assertThat(chances.of(ChanceKind.WRITE_SKEW)).isEqualTo(new Chances.Count(1, 1, 0));
    assertThat(chances.of(ChanceKind.LOST_UPDATE).total()).isZero();
    assertThat(chances.of(ChanceKind.DIRTY_READ).total())
        .as("two and the last reader")
        .isEqualTo(3);
    assertThat(chances.counts(ChanceKind.STALE_READ)).isFalse();
  }

  @Test
  void whatALevelLacksToCountIsSaid() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().times(0, 10).write("x", 1);
    recorder.session(2).transaction().times(5, 15).read("x", 1);
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.shortage(IsolationLevel.PL_2, 1)).isEmpty();
    assertThat(chances.shortage(IsolationLevel.PL_2, 2))
        .contains("it had 1 chance of dirty read or aborted read, expected 2");
    assertThat(chances.shortage(IsolationLevel.SERIALIZABILITY, 0)).isEmpty();
    recorder = new HistoryRecorder();
    recorder.session(1).transaction().write("x", 1);
    assertThat(Chances.of(recorder.history()).shortage(IsolationLevel.PL_2, 1))
        .contains("without times it is not known which transactions overlapped");
  }

  @Test
  void withoutTimesThereAreOnlyConflicts() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().write("x", 1);
    recorder.session(2).transaction().read("x", 1).transaction().read("y", null);
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.conflicts().any()).isTrue();
    assertThat(chances.conflicts().keys()).isEqualTo(1);
    assertThat(chances.conflicts().transactions()).isEqualTo(2);
    assertThat(chances.couldNotBreak(IsolationLevel.SERIALIZABILITY)).isFalse();
    assertThat(chances.sentence())
        .isEqualTo(
            "Could have shown: not known without times; 2 transactions conflict with other"
                + " sessions.");
  }

  @Test
  void timestampsShowWhatOverlaps() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().timestamps(1, 5).read("x", null).write("y", 1);
    recorder.session(2).transaction().timestamps(2, 6).read("y", null).write("x", 1);
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.time()).isEqualTo(Chances.Time.TIMESTAMPS);
    assertThat(chances.of(ChanceKind.WRITE_SKEW)).isEqualTo(new Chances.Count(1, 1, 0));
    assertThat(chances.couldNotBreak(IsolationLevel.SERIALIZABILITY)).isFalse();
    assertThat(chances.couldNotBreak(IsolationLevel.SNAPSHOT_ISOLATION)).isTrue();
    assertThat(chances.couldNotBreak(IsolationLevel.CAUSAL)).as("no real time").isFalse();
    assertThat(chances.sentence())
        .isEqualTo(
            "Could have shown: dirty read 2, write skew 1 (1 happened); no chance of aborted read,"
                + " dirty write, lost update, read skew, long fork or phantom.");
  }

  @Test
  void writesThatAreMixedHappened() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().times(0, 10).write("x", 1).read("y", 2).write("y", 1);
    recorder.session(2).transaction().times(0, 10).write("y", 2).read("x", 1).write("x", 2);
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.of(ChanceKind.DIRTY_WRITE)).isEqualTo(new Chances.Count(1, 1, 0));
    assertThat(chances.couldNotBreak(IsolationLevel.PL_1)).isFalse();
  }

  @Test
  void readersThatDisagreeMakeALongFork() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().times(0, 10).write("x", 1);
    recorder.session(2).transaction().times(1, 10).write("y", 1);
    recorder.session(3).transaction().times(2, 10).read("x", 1).read("y", null);
    recorder.session(4).transaction().times(3, 10).read("x", null).read("y", 1);
    assertThat(Chances.of(recorder.history()).of(ChanceKind.LONG_FORK))
        .isEqualTo(new Chances.Count(1, 1, 0));
  }

  /** Updates of what was read cannot tell serializability from snapshot isolation. */
  @Test
  void updatesOfOneKeyAreNoWriteSkew() {
    HistoryRecorder recorder = new HistoryRecorder();
    for (int s = 0; s < 2; s++) {
      recorder.session(s).transaction().times(0, 10);
      recorder.read("x", null).read("y", null).write("x", s + 1).write("y", s + 1);
    }
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.of(ChanceKind.LOST_UPDATE).happened()).isEqualTo(2);
    assertThat(chances.of(ChanceKind.DIRTY_WRITE).total()).isEqualTo(1);
    assertThat(chances.couldNotBreak(IsolationLevel.SERIALIZABILITY)).isTrue();
  }

  @Test
  void sessionsThatDoNotMeetShowNothing() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().times(0, 10).write("x", 1);
    recorder.session(2).transaction().times(2_000_000_000, 2_000_000_010).read("x", 1);
    Chances chances = Chances.of(recorder.history());
    assertThat(chances.total()).isZero();
    assertThat(chances.overlapped()).isFalse();
    assertThat(chances.sentence())
        .isEqualTo("Could have shown: nothing; no transactions of two sessions overlap.");
  }

  @Test
  void nothingToJudgeIsSaid() {
    HistoryRecorder recorder = new HistoryRecorder();
    recorder.session(1).transaction().aborted().write("x", 1).transaction().aborted().write("x", 2);
    assertThat(Content.of(recorder.history()).nothingToJudge())
        .contains("none of 2 transactions committed, so there is nothing to judge");
    recorder.session(2).transaction();
    assertThat(Content.of(recorder.history()).nothingToJudge())
        .contains("no committed transaction has an operation, so there is nothing to judge");
    recorder.session(2).transaction().read("x", null);
    assertThat(Content.of(recorder.history()).nothingToJudge()).isEmpty();
    assertThat(Chances.of(recorder.history()).reservation(IsolationLevel.CAUSAL))
        .contains("held, but could not have failed: nothing was written");
    recorder.session(2).transaction().write("y", 3);
    assertThat(Content.of(recorder.history()).oneSided()).isEmpty();
  }
}
