package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.generate.SplitMix;
import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VersionLogTest {
  private static final long KEY = 7;

  @Test
  void findsTheYoungestVersionInASnapshot() {
    SplitMix random = new SplitMix(1);
    for (int i = 0; i < 500; i++) {
      List<Long> xids = shuffled(random, 1 + random.below(8));
      VersionLog log = new VersionLog();
      for (long xid : xids) {
        log.add(write(xid, OptionalLong.of(10 * xid)));
      }
      Snapshot snapshot = snapshot(random);

      Optional<Long> expected = Optional.empty();
      for (long xid : xids) {
        expected = snapshot.contains(xid) ? Optional.of(xid) : expected;
      }
      assertThat(log.seen(KEY, snapshot).map(VersionLog.Version::xid))
          .as("xids %s, %s", xids, snapshot)
          .isEqualTo(expected);
    }
  }

  private static List<Long> shuffled(SplitMix random, int count) {
    List<Long> xids = new ArrayList<>();
    for (long xid = 1; xid <= count; xid++) {
      xids.add(random.below(xids.size() + 1), xid);
    }
    return xids;
  }

  private static Snapshot snapshot(SplitMix random) {
    int end = 1 + random.below(10);
    List<Long> running = new ArrayList<>();
    for (long xid = 1; xid < end; xid++) {
      if (random.below(3) == 0) {
        running.add(xid);
      }
    }
    return new Snapshot(1, end, running);
  }

  private static CommittedTransaction write(long xid, OptionalLong value) {
    return CommittedTransaction.at(
        xid, xid, Map.of(KEY, value), value.isEmpty() ? Set.of(KEY) : Set.of());
  }

  @Test
  void findsWhatFollowsASnapshot() {
    VersionLog log = new VersionLog();
    log.add(write(3, OptionalLong.of(30)));
    log.add(write(5, OptionalLong.of(50)));
    log.add(write(4, OptionalLong.empty()));
    log.add(write(6, OptionalLong.of(60)));
    log.add(write(7, OptionalLong.empty()));
    log.add(write(8, OptionalLong.of(80)));
    log.add(CommittedTransaction.at(9, 9, Map.of(KEY, OptionalLong.of(90)), Set.of(KEY)));
    log.add(write(10, OptionalLong.empty()));

    Snapshot early = new Snapshot(4, 4, List.of());
    assertThat(log.deleteAfter(KEY, early).orElseThrow().xid()).isEqualTo(4);
    Snapshot late = new Snapshot(7, 7, List.of());
    assertThat(log.deleteAfter(KEY, late).orElseThrow().xid()).isEqualTo(7);
    Snapshot recreated = new Snapshot(9, 9, List.of());
    assertThat(log.deleteAfter(KEY, recreated).orElseThrow().value()).hasValue(90);
    assertThat(log.before(KEY, 6).orElseThrow().xid()).isEqualTo(4);
    assertThat(log.before(KEY, 3)).isEmpty();
    assertThat(log.seen(8, late)).isEmpty();
    assertThat(Collections.max(log.keys())).isEqualTo(KEY);
  }
}
