package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.search.Visibility;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What levels force, edge by edge. */
class SaturationTest {
  @Test
  void readCommittedForcesTheNearestLaterSource() {
    assertThat(
            readCommitted(
                "s1: w(x,1) | s2: w(x,2) | s3: w(x,3) | s4: r(x,1) r(x,2) r(x,3) r(x,3) r(x,1)"))
        .containsExactlyInAnyOrder("s1.1 < s2.1", "s2.1 < s3.1", "s3.1 < s1.1");
  }

  @Test
  void readCommittedForcesNothingBeforeWhatWasReadEarlier() {
    assertThat(readCommitted("s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2)"))
        .containsExactly("s1.1 < s2.1");
    assertThat(readCommitted("s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,nil) r(y,2)"))
        .isEmpty();
    assertThat(readCommitted("s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,nil)"))
        .containsExactly("s1.1 < init");
  }

  /** No reader's mark, whatever its number, is that of a key that was never read. */
  @Test
  void readCommittedOfTheFirstTransactions() {
    String rest = "w(x,1) w(y,1) | s%d: r(x,1) r(y,3) | s%d: w(y,3)";
    assertThat(readCommitted("s1: " + rest.formatted(2, 3))).containsExactly("s1.1 < s3.1");
    assertThat(readCommitted("s1: w(a,1) | s2: " + rest.formatted(3, 4)))
        .containsExactly("s2.1 < s4.1");
  }

  /** The order of what is forced shows which of the two sets of keys was gone through. */
  @Test
  void readCommittedGoesThroughTheSmallerSet() {
    String others = "s1: w(x,2) | s2: w(y,3) | s3: ";
    // Two keys written, two read later: the written ones in their order.
    assertThat(readCommitted(others + "w(x,1) w(y,1) | s4: r(x,1) r(x,2) r(y,3)"))
        .containsExactly("s3.1 < s1.1", "s3.1 < s2.1");
    // Three keys written, two read later: those read, from the last.
    assertThat(readCommitted(others + "w(x,1) w(y,1) w(z,1) | s4: r(x,1) r(x,2) r(y,3)"))
        .containsExactly("s3.1 < s2.1", "s3.1 < s1.1");
  }

  @Test
  void readCommittedOfManyReads() {
    String writers =
        IntStream.rangeClosed(1, 40)
            .mapToObj(s -> "s" + s + ": w(k" + s + ",1) w(k" + (s + 1) + "," + 2 + ")")
            .collect(Collectors.joining(" | "));
    String reads =
        IntStream.rangeClosed(1, 40)
            .mapToObj(s -> "r(k" + s + ",1)")
            .collect(Collectors.joining(" "));
    List<String> expected =
        IntStream.range(1, 40).mapToObj(s -> "s" + s + ".1 < s" + (s + 1) + ".1").toList();
    assertThat(readCommitted(writers + " | s41: " + reads))
        .containsExactlyInAnyOrderElementsOf(expected);
    // Two readers, the second with a few reads more, so that what the first left is overwritten.
    assertThat(readCommitted(writers + " | s41: r(k1,1) r(k2,1) | s42: " + reads))
        .hasSize(expected.size() + 1);
  }

  @Test
  void readAtomicForcesTheSessionsLastWriter() {
    assertThat(readAtomic("s1: w(x,1) ; w(x,2) ; w(y,1) ; r(x,9) | s2: w(x,9)"))
        .containsExactly("s1.2 < s2.1");
    assertThat(readAtomic("s1: w(x,1) | s2: r(x,nil) ; r(x,1) | s3: w(x,3) ; r(x,nil)"))
        .containsExactly("s3.1 < init");
  }

  /** The last of s2 stands in the chain of s2.1, and s2.2 and s2.3 in chains of their own. */
  @Test
  void readAtomicForcesTheLastWritersOfTheSessionsOtherChains() {
    assertThat(
            readAtomic(
                "s1: w(y,5) | s2: [rt 0..9] w(x,1) ; [rt 5..9] w(y,1) ; [rt 6..7] w(y,2) ;"
                    + " [rt 9..9] r(x,nil) r(y,5)"
                    + " | s3: w(y,3) | s4: [rt 0..9] w(z,1) ; [rt 5..9] w(z,2)"))
        .containsExactlyInAnyOrder("s2.2 < s1.1", "s2.3 < s1.1", "s2.1 < init");
  }

  @Test
  void readAtomicDoesNotForceASourceInAnotherChainBeforeItself() {
    assertThat(
            readAtomic(
                "s1: [rt 0..9] w(x,1) ; [rt 5..9] w(y,1) ; [rt 9..9] r(y,1) ; [rt 9..9] r(y,nil)"))
        .containsExactly("s1.2 < init");
  }

  @Test
  void readAtomicForcesNothingBetweenOverlappingTransactions() {
    assertThat(readAtomic("s1: [rt 0..9] w(x,1) ; [rt 5..9] r(x,nil) | s2: w(x,2)")).isEmpty();
    assertThat(
            readAtomic("s1: [rt 0..9] w(x,1) ; [rt 5..9] r(x,nil) ; [rt 9..9] r(x,1) | s2: w(x,2)"))
        .isEmpty();
  }

  @Test
  void readAtomicForcesWhatIsReadWhole() {
    assertThat(readAtomic("s1: w(x,1) w(y,1) | s2: w(y,2) | s3: r(y,2) r(x,1)"))
        .containsExactly("s1.1 < s2.1");
  }

  @Test
  void readAtomicGoesThroughTheSmallerSet() {
    String others = "s1: w(x,2) | s2: w(y,3) | s3: ";
    String reads = " | s4: r(y,3) r(x,2) r(z,1)";
    assertThat(readAtomic(others + "w(x,1) w(y,1) w(z,1)" + reads))
        .containsExactly("s3.1 < s1.1", "s3.1 < s2.1");
    assertThat(readAtomic(others + "w(x,1) w(y,1) w(z,1) w(u,1)" + reads))
        .containsExactly("s3.1 < s2.1", "s3.1 < s1.1");
  }

  /** The second reader has the sources of the first. */
  @Test
  void readAtomicForcesEverySourceOfAnUnrepeatableRead() {
    String writers = "s1: w(x,1) w(y,1) | s2: w(x,2) | s3: ";
    assertThat(readAtomic(writers + "r(x,1) r(x,2)"))
        .containsExactlyInAnyOrder("s1.1 < s2.1", "s2.1 < s1.1");
    assertThat(readAtomic(writers + "r(x,1) r(x,2) ; r(x,1) r(x,2) ; r(y,1) r(x,2)"))
        .containsExactlyInAnyOrder(
            "s1.1 < s2.1", "s2.1 < s1.1", "s1.1 < s2.1", "s2.1 < s1.1", "s1.1 < s2.1");
    assertThat(readAtomic(writers + "r(x,1) ; r(x,2) r(x,nil)")).containsExactly("s2.1 < init");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PREFIX", "PARALLEL", "SNAPSHOT", "SERIAL"})
  void asksForTimeAtOnce(Visibility rule) {
    WeakIndex index = Written.of("s1: w(x,1)").index();
    assertThatThrownBy(() -> Saturation.of(rule).saturate(index, Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
  }

  private static List<String> readCommitted(String line) {
    return Written.of(line).forced(new ReadCommitted());
  }

  /** A transaction that reads from a later one of its session is hidden by itself there. */
  @Test
  void monotonicWritesOfATransactionThatPrecedesItself() {
    assertThat(monotonicWrites("s1: w(x,1) ; r(y,1) r(x,nil) w(x,2) ; w(y,1)"))
        .containsExactly("s1.1 < init");
    assertThat(monotonicWrites("s1: r(y,1) r(x,nil) w(x,2) ; w(y,1)")).isEmpty();
    assertThat(monotonicWrites("s1: w(x,1) ; w(x,3) ; r(y,1) r(x,nil) w(x,2) ; w(y,1)"))
        .containsExactly("s1.2 < init");
  }

  @Test
  void levelsOfOtherKindsHaveNoVisibility() {
    assertThatThrownBy(() -> Visibility.of(IsolationLevel.PL_3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pl-3 forces no order by itself");
  }

  private static List<String> monotonicWrites(String line) {
    return Written.of(line).forced(new SessionGuarantee(Visibility.MONOTONIC_WRITES));
  }

  private static List<String> readAtomic(String line) {
    return Written.of(line).forced(new ReadAtomic());
  }
}
