package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.oracle.Tiny;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reads resolve to, rule by rule. */
class ReadResolutionTest {

  /** The status of the last read, and the operation it sees. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: w(x,1) | s2: r(x,1)                                   = EXTERNAL 0
          s1: r(x,nil)                                              = EXTERNAL -1
          s1: w(x,1) r(x,1)                                         = OWN 0
          s1: w(x,1) w(x,2) r(x,2)                                  = OWN 1
          s1: r(x,1)                                                = THIN_AIR -2
          s1: w(y,1) | s2: r(x,1)                                   = THIN_AIR -2
          s1: aborted w(x,1) | s2: r(x,1)                           = ABORTED 0
          s1: r(x,1) w(x,1)                                         = FUTURE 1
          s1: w(x,1) | s2: w(x,2) r(x,1)                            = NOT_OWN 0
          s1: w(x,2) r(x,nil)                                       = NOT_OWN -1
          s1: w(x,1) w(x,2) r(x,1)                                  = NOT_LAST_OWN 0
          s1: w(x,1) w(x,2) | s2: r(x,1)                            = INTERMEDIATE 0
          s1: indeterminate r(x,?)                                  = UNKNOWN -4
          s1: aborted w(x,1) | s2: w(x,2) r(x,1)                    = ABORTED 0
          s1: w(x,1) w(x,3) | s2: w(x,2) r(x,1)                     = NOT_OWN 0
          s1: aborted w(x,1) | s2: w(x,1) | s3: r(x,1)              = EXTERNAL 1
          s1: aborted w(x,nil) | s2: r(x,nil)                       = EXTERNAL -1
          s1: aborted w(x,1) | s2: r(x,1) w(x,1)                    = FUTURE 2
          s1: aborted w(x,1) | s2: aborted w(x,1) w(x,3) | s3: w(x,2) r(x,1) = ABORTED 0,1
          s1: w(x,1) w(x,2) w(x,1) | s2: r(x,1)                     = EXTERNAL 2
          s1: w(x,1) w(x,1) w(x,2) | s2: r(x,1)                     = INTERMEDIATE 1
          s1: w(x,1) w(x,2) w(x,1) w(x,3) r(x,1)                    = NOT_LAST_OWN 2
          s1: w(x,1) w(x,2) r(x,1) w(x,1)                           = NOT_LAST_OWN 0
          s1: w(x,1) r(x,1) w(x,1)                                  = OWN 0
          s1: w(x,1) | s2: w(x,1) | s3: r(x,1)                      = SEVERAL -3
          s1: w(x,1) | s2: w(x,1) r(x,1)                            = OWN 1
          s1: w(x,1) | s2: r(x,1) w(x,1)                            = EXTERNAL 0
          s1: w(x,1) | s2: w(x,1) w(x,2) | s3: r(x,1)               = EXTERNAL 0
          s1: w(x,1) w(x,3) | s2: w(x,1) w(x,2) | s3: r(x,1)        = INTERMEDIATE 0,2
          s1: w(x,1) | s2: w(x,1) | s3: w(x,2) r(x,1)               = NOT_OWN 0,1
          s1: w(x,1) | s2: w(x,1) w(x,2) r(x,1)                     = NOT_OWN 0
          s1: w(x,nil) | s2: r(x,nil)                               = SEVERAL -3
          s1: w(x,nil) w(x,1) | s2: r(x,nil)                        = EXTERNAL -1
          s1: w(x,1) | s2: aborted w(x,1) | s3: indeterminate w(x,1) | s4: r(x,1) = SEVERAL -3
          s1: aborted w(x,1) | s2: indeterminate w(x,1) | s3: r(x,1) = EXTERNAL 1
          s1 A: w(x,1) | s2 B: w(x,1) | s3: r(x,1@B)                = EXTERNAL 1
          s1 A: w(x,1) | s2 B: w(x,2) | s3: r(x,1@B)                = THIN_AIR -2
          s1 A: w(x,1) | s2 B: w(y,1) | s3: r(x,1@B)                = THIN_AIR -2
          s1 A: w(x,1) | s3: r(x,1@C)                               = THIN_AIR -2
          s1 A: aborted w(x,1) | s2 B: w(x,1) | s3: r(x,1@A)        = ABORTED 0
          s1 A: w(x,1) w(x,2) | s2 B: w(x,1) | s3: r(x,1@A)         = INTERMEDIATE 0
          s1 A: w(x,1) w(x,2) w(x,1) | s2: r(x,1@A)                 = EXTERNAL 2
          s1 A: w(x,nil) | s2: r(x,nil@init)                        = EXTERNAL -1
          s1 A: w(x,nil) | s2: r(x,nil@A)                           = EXTERNAL 0
          s1 A: w(x,1) | s2 B: w(x,1) r(x,1@A)                      = OWN 1
          s1 A: w(x,1) | s2 B: w(x,2) r(x,1@A)                      = NOT_OWN 0
          s1 A: w(x,1) w(x,2) r(x,1@A)                              = NOT_LAST_OWN 0
          s1 A: w(x,1) w(x,2) r(x,1@A) w(x,1)                       = NOT_LAST_OWN 0
          s1 A: r(x,1@A) w(x,1)                                     = FUTURE 1
          """)
  void lastRead(String line, String expected) {
    History history = Tiny.parse(line).toHistory();
    int read =
        IntStream.range(0, history.operationCount())
            .filter(o -> !history.isWrite(o))
            .max()
            .orElseThrow();
    String[] words = expected.split(" ", -1);
    assertThat(history.readStatus(read).name()).as(line).isEqualTo(words[0]);
    assertThat(words[1].split(",", -1)).as(line).contains("" + history.readFrom(read));
    assertThat(history.isExternalRead(read)).isEqualTo(words[0].equals("EXTERNAL"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: w(x,1) | s2: w(x,1) | s3: r(x,1)                         = 0 1
          s1: w(x,nil) | s2: r(x,nil)                                  = -1 0
          s1: w(x,1) w(x,1) | s2: w(x,1) | s3: w(x,1) w(x,2) | s4: r(x,1) = 1 2
          s1: w(x,1) | s2: w(x,1) | s3: r(x,1) w(x,1)                  = 0 1
          s1: w(x,1) | s2: aborted w(x,1) | s3: indeterminate w(x,1) | s4: r(x,1) = 0 2
          """)
  void candidates(String line, String expected) {
    History history = Tiny.parse(line).toHistory();
    int read =
        IntStream.range(0, history.operationCount())
            .filter(o -> !history.isWrite(o))
            .findFirst()
            .orElseThrow();
    assertThat(numbers(history.candidates(read))).as(line).isEqualTo(expected);
  }

  /** Groups of writers of one value, the initial one included. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: w(x,1) | s2: w(x,2) w(y,1)                               =
          s1: w(x,1) w(x,1)                                            =
          s1: w(x,1) | s2: aborted w(x,1)                              =
          s1: aborted w(x,1) | s2: aborted w(x,1)                      =
          s1: w(x,1) | s2: w(x,1)                                      = 0 1
          s1: w(x,nil)                                                 = -1 0
          s1: aborted w(x,nil)                                         =
          s1: w(x,1) w(x,2) | s2: w(y,3) w(x,1)                        = 0 3
          s1: w(x,1) w(y,1) | s2: w(y,1) w(x,1)                        = 0 3, 1 2
          s1: w(x,1) ; w(x,1) | s2: indeterminate w(x,1)               = 0 1 2
          """)
  void duplicateWrites(String line, String expected) {
    String found =
        Tiny.parse(line).toHistory().duplicateWrites().stream()
            .map(ReadResolutionTest::numbers)
            .collect(Collectors.joining(", "));
    assertThat(found).as(line).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void finalWrites() {
    History history = Tiny.parse("s1: w(x,1) w(y,1) w(x,2) r(x,2) ; w(x,3)").toHistory();
    assertThat(IntStream.range(0, 5).filter(history::isFinalWrite)).containsExactly(1, 2, 4);
    assertThat(IntStream.range(0, 5).filter(history::isWrite)).containsExactly(0, 1, 2, 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: indeterminate w(x,1)                                              =
          s1: indeterminate w(x,1) | s2: r(x,1)                                 = 0 1
          s1: indeterminate w(x,1) | s2: indeterminate r(x,1)                   =
          s1: indeterminate w(x,1) | s2: aborted r(x,1)                         =
          s1: indeterminate w(x,1) | s2: indeterminate r(x,1) w(y,1) | s3: r(y,1) = 0 1 2
          s1: indeterminate w(x,1) w(x,2) | s2: r(x,1)                          = 0 1
          s1: indeterminate w(x,1) | s2: w(x,1) | s3: r(x,1)                    = 1 2
          s1: aborted w(x,1) | s2: r(x,1)                                       = 1
          """)
  void countingTransactions(String line, String expected) {
    History history = Tiny.parse(line).toHistory();
    int[] counting =
        IntStream.range(0, history.transactionCount()).filter(history::counts).toArray();

    assertThat(numbers(counting)).as(line).isEqualTo(expected == null ? "" : expected);
  }

  /** A format may name the very write; then its value and key must fit, and nothing else. */
  @Test
  void readsThatNameTheWrite() {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    block.transaction(0, 1, Outcome.COMMITTED, 0);
    block.write(5, 7);
    block.writeId(100);
    block.write(5, 7);
    block.writeId(101);
    block.transaction(1, 2, Outcome.COMMITTED, 0);
    for (long id = 100; id <= 102; id++) {
      block.read(5, 7);
      block.fromWrite(1, id);
    }
    block.read(5, 8);
    block.fromWrite(1, 101);
    block.read(6, 7);
    block.fromWrite(1, 101);
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    History history = builder.build();
    assertThat(IntStream.range(2, 7).mapToObj(history::readStatus))
        .containsExactly(
            ReadStatus.INTERMEDIATE,
            ReadStatus.EXTERNAL,
            ReadStatus.THIN_AIR,
            ReadStatus.THIN_AIR,
            ReadStatus.THIN_AIR);
    assertThat(history.readFrom(2)).isZero();
    assertThat(history.readFrom(3)).isEqualTo(1);
    assertThat(history.namedWriter(3)).contains(1L);
    assertThat(history.namedWriter(1)).isEmpty();
  }

  private static String numbers(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }
}
