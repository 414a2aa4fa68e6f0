package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.isogauge.checker.BudgetExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Happens-before, and the order and the plan that computing it needs. */
class HappensBeforeTest {
  @Test
  void followsSessionsAndReads() {
    assertThat(pairs("s1: w(x,1) ; w(y,1) ; w(z,1) | s2: r(y,1) w(u,1) | s3: r(u,1)"))
        .containsExactlyInAnyOrder(
            "s1.1 s1.2",
            "s1.1 s1.3",
            "s1.2 s1.3",
            "s1.1 s2.1",
            "s1.2 s2.1",
            "s1.1 s3.1",
            "s1.2 s3.1",
            "s2.1 s3.1");
  }

  @Test
  void followsTheChainsOfACutSession() {
    assertThat(pairs("s1: [rt 0..10] w(a,1) ; [rt 5..20] w(b,1) ; [rt 30..40] w(c,1)"))
        .containsExactlyInAnyOrder("s1.1 s1.3", "s1.2 s1.3");
  }

  @Test
  void membersOfACycleHappenBeforeEachOtherAndThemselves() {
    assertThat(pairs("s1: w(w,1) | s2: r(x,1) r(w,1) w(y,1) | s3: r(y,1) w(x,1) | s4: r(x,1)"))
        .containsExactlyInAnyOrder(
            "s1.1 s2.1",
            "s1.1 s3.1",
            "s1.1 s4.1",
            "s2.1 s2.1",
            "s2.1 s3.1",
            "s2.1 s4.1",
            "s3.1 s2.1",
            "s3.1 s3.1",
            "s3.1 s4.1");
  }

  /** So many columns that several threads share them out: a chain of reads with a cycle in it. */
  @Test
  void isSharedOutByColumns() {
    int count = 600;
    String reads =
        IntStream.rangeClosed(1, count)
            .mapToObj(
                s ->
                    "s%d: r(k%d,1)%s w(k%d,1)".formatted(s, s - 1, s == 300 ? " r(k302,1)" : "", s))
            .collect(Collectors.joining(" | "))
            .replace("r(k0,1)", "r(k0,nil)");
    Written written = Written.of(reads);
    HappensBefore before = of(written);
    for (int u = 0; u < count; u++) {
      for (int v = 0; v < count; v++) {
        boolean onCycle = u >= 299 && u <= 301 && v >= 299 && v <= 301;
        if (before.before(u, v) != (u < v || onCycle)) {
          fail("%s and %s", written.name(u), written.name(v));
        }
      }
    }
  }

  @Test
  void initIsBeforeEverything() {
    Written written = Written.of("s1: w(x,1)");
    assertThat(of(written).before(WeakIndex.INITIAL, 0)).isTrue();
  }

  @Test
  void boundIsTheLastOfAChainPlusOne() {
    Written written = Written.of("s1: w(x,1) ; w(x,2) ; w(x,3) | s2: r(x,2) w(y,1) | s3: r(y,1)");
    HappensBefore before = of(written);
    int reader = written.node("s3.1");
    assertThat(before.bound(reader, 0)).isEqualTo(written.node("s1.2") + 1);
    assertThat(before.bound(reader, 1)).isEqualTo(written.node("s2.1") + 1);
    assertThat(before.bound(reader, 2)).isZero();
  }

  @Test
  void fitsWhereFourBytesANodeAndChainAreLeft() {
    assertThat(HappensBefore.fits(48, 3, 4)).isTrue();
    assertThat(HappensBefore.fits(47, 3, 4)).isFalse();
    assertThat(HappensBefore.fits(Long.MAX_VALUE, 1 << 20, 1 << 10)).isTrue();
    assertThat(HappensBefore.fits(Long.MAX_VALUE, 1 << 20, 1 << 11)).isFalse();
    assertThat(HappensBefore.fits(Long.MAX_VALUE, 1 << 20, 1 << 12)).isFalse();
  }

  @Test
  void asksForTimeAtOnce() {
    Written written = Written.of("s1: w(x,1)");
    CausalOrder order = CausalOrder.of(written.index(), Written.ample());
    assertThatThrownBy(() -> new HappensBefore(written.index(), order, Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
  }

  @Test
  void levelsAreAboveAllThatHappensBefore() {
    Written written =
        Written.of(
            "s1: w(x,1) ; w(y,1) | s2: r(y,1) | s3: r(x,1) ; r(b,1) w(a,1) | s4: r(a,1) w(b,1)"
                + " | s5: r(b,1) | s6: [rt 0..9] w(c,1) ; [rt 5..9] r(x,1) ; [rt 9..9] r(c,1)");
    CausalOrder causal = CausalOrder.of(written.index(), Written.ample());
    int[] levels = causal.levels(written.index());
    List<String> found = new ArrayList<>();
    for (int v = 0; v < levels.length; v++) {
      found.add(written.name(v) + " " + levels[v]);
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "s1.1 1", "s1.2 2", "s2.1 3", "s3.1 2", "s3.2 3", "s4.1 3", "s5.1 4", "s6.1 1",
            "s6.2 2", "s6.3 3");
    CausalOrder sorted = causal.sorted(levels);
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < levels.length; place = sorted.endOfCycle(place)) {
      places.add(place);
    }
    assertThat(Arrays.stream(sorted.order()).map(v -> levels[v]).toArray()).isSorted();
    // Two nodes are one cycle.
    assertThat(places).hasSize(levels.length - 1);
    assertThat(causal.isInCycle(written.node("s3.1"))).isFalse();
    assertThat(causal.isInCycle(written.node("s3.2"))).isTrue();
    assertThat(causal.isInCycle(WeakIndex.INITIAL)).isFalse();
  }

  /** A row lives until the last that reads from it or follows it, one a time. */
  @Test
  void rowsLiveUntilTheirLastUse() {
    assertThat(mostRows("s1: w(x,1) ; w(x,2) ; w(x,3) ; w(x,4)")).isEqualTo(2);
    assertThat(mostRows("s1: w(x,1) | s2: w(x,2) | s3: w(x,3)")).isEqualTo(1);
    assertThat(mostRows("s1: w(x,1) | s2: w(y,2) | s3: w(z,3) | s4: r(x,1) r(y,2) r(z,3)"))
        .isEqualTo(4);
    assertThat(mostRows("s1: [rt 0..9] w(x,1) ; [rt 5..9] w(y,1) ; [rt 9..9] w(z,1)")).isEqualTo(3);
    assertThat(mostRows("s1: r(x,1) w(y,1) | s2: r(y,1) w(x,1) | s3: w(z,1)")).isEqualTo(3);
  }

  @Test
  void usesCountSuccessorsAndReads() {
    Written written = Written.of("s1: w(x,1) w(y,1) ; w(x,2) | s2: r(x,1) r(y,1) | s3: r(x,2)");
    CausalOrder order = CausalOrder.of(written.index(), Written.ample());
    LiveRows plan = LiveRows.plan(written.index(), order);
    assertThat(plan.uses(written.node("s1.1"))).isEqualTo(3);
    assertThat(plan.uses(written.node("s1.2"))).isEqualTo(1);
    assertThat(plan.uses(written.node("s2.1"))).isZero();
  }

  private static int mostRows(String line) {
    Written written = Written.of(line);
    CausalOrder causal = CausalOrder.of(written.index(), Written.ample());
    CausalOrder sorted = causal.sorted(causal.levels(written.index()));
    return LiveRows.plan(written.index(), sorted).most();
  }

  private static HappensBefore of(Written written) {
    CausalOrder order = CausalOrder.of(written.index(), Written.ample());
    return new HappensBefore(written.index(), order, Written.ample());
  }

  private static List<String> pairs(String line) {
    Written written = Written.of(line);
    HappensBefore before = of(written);
    List<String> pairs = new ArrayList<>();
    for (int u = 0; u < written.index().nodeCount(); u++) {
      for (int v = 0; v < written.index().nodeCount(); v++) {
        if (before.before(u, v)) {
          pairs.add(written.name(u) + " " + written.name(v));
        }
      }
    }
    return pairs;
  }
}
