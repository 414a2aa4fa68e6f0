package dev.isogauge.collect.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContentionMeterTest {
  /** A transaction as the oracle sees it: what it used and when it was under way. */
  private static final class Seen {
    private final ContentionMeter.Footprint footprint;
    private final int begin;
    private final List<Operation<Long>> operations = new ArrayList<>();
    private int end = Integer.MAX_VALUE;

    Seen(ContentionMeter.Footprint footprint, int begin) {
      this.footprint = footprint;
      this.begin = begin;
    }

    boolean conflictsWith(Seen other) {
      return operations.stream()
          .anyMatch(
              mine ->
                  other.operations.stream()
                      .anyMatch(
                          theirs ->
                              key(mine) == key(theirs) && (mine.isChange() || theirs.isChange())));
    }
  }

  private static long key(Operation<Long> operation) {
    return operation instanceof Operation.Read<Long> read
        ? read.key()
        : ((Operation.Write<Long>) operation).key();
  }

  /** As plain enumeration of all pairs finds them. */
  @Test
  void countsTransactionsWithAConcurrentConflictingPartner() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ContentionMeter meter = new ContentionMeter();
      List<Seen> all = new ArrayList<>();
      List<Seen> open = new ArrayList<>();
      for (int moment = 0; moment < 60; moment++) {
        int choice = random.nextInt(4);
        if (choice == 0 || open.isEmpty()) {
          Seen begun = new Seen(meter.begin(), moment);
          all.add(begun);
          open.add(begun);
          continue;
        }
        Seen one = open.get(random.nextInt(open.size()));
        if (choice < 3) {
          long key = random.nextInt(5);
          Operation<Long> operation =
              random.nextBoolean() ? Operation.Read.ofNothing(key) : Operation.Write.of(key, 1);
          one.footprint.add(operation);
          one.operations.add(operation);
        } else {
          one.end = moment;
          open.remove(one);
          one.footprint.ended();
        }
      }
      for (Seen left : open) {
        left.end = 60;
        left.footprint.ended();
      }
      long expected =
          all.stream()
              .filter(
                  one ->
                      all.stream()
                          .anyMatch(
                              other ->
                                  other != one
                                      && one.begin < other.end
                                      && other.begin < one.end
                                      && one.conflictsWith(other)))
              .count();
      assertThat(meter.contention().count()).as("seed %s", seed).isEqualTo(expected);
    }
  }

  @Test
  void aSearchMeetsEveryWriter() {
    ContentionMeter meter = new ContentionMeter();
    ContentionMeter.Footprint search = meter.begin();
    search.add(new Operation.Search<>("value > 1", List.of()));
    ContentionMeter.Footprint writer = meter.begin();
    writer.add(Operation.Write.of(7L, 1));
    ContentionMeter.Footprint idle = meter.begin();
    idle.ended();
    writer.ended();
    search.ended();
    assertThat(meter.contention().count()).isEqualTo(2);
    assertThat(meter.contention().share()).isEqualTo(1);
  }

  @Test
  void aShareThatFellIsSaid() {
    assertThat(contention(90, 80, 70).hasFallen()).isFalse();
    assertThat(contention(90, 80, 17).hasFallen()).isFalse(); // the last second is not full
    assertThat(contention(90, 17, 80).hasFallen()).isTrue();
    assertThat(contention(90, 80, 17).bySecond()).containsExactly(0.9, 0.8);
  }

  private static Contention contention(long... contended) {
    long[] transactions = new long[contended.length];
    Arrays.fill(transactions, 100);
    return new Contention(transactions, contended);
  }
}
