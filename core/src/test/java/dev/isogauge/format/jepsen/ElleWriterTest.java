package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.BySession;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElleWriterTest {
  private static String write(String isogauge) throws IOException {
    return Conversions.text(HistoryFormat.ELLE, IsogaugeText.parse(isogauge));
  }

  @Test
  void writesPairsInTheOrderOfRealTime() throws IOException {
    assertThat(
            write(
                """
                s1 T1: [rt 12..30] a(5,1) r(5,[1,2]) r(\":x\",nil)
                s1: aborted [rt 30..35] w(\"a \\n\",18446744073709551615) r(7,?)
                s2: [rt 30..31] r(5,[])
                s2: indeterminate [rt 33..] r(7,1)
                s2: [rt ..40] w(7,nil)
                """))
        .isEqualTo(
            """
            {:index 0, :time 12, :type :invoke, :process 0, :f :txn, :value [[:append 5 1] [:r 5 nil] [:r :x nil]]}
            {:index 1, :time 30, :type :invoke, :process 1, :f :txn, :value [[:r 5 nil]]}
            {:index 2, :time 30, :type :ok, :process 0, :f :txn, :value [[:append 5 1] [:r 5 [1 2]] [:r :x nil]]}
            {:index 3, :time 30, :type :invoke, :process 0, :f :txn, :value [[:w "a \\n" 18446744073709551615N] [:r 7 nil]]}
            {:index 4, :time 31, :type :ok, :process 1, :f :txn, :value [[:r 5 []]]}
            {:index 5, :time 33, :type :invoke, :process 1, :f :txn, :value [[:r 7 1]]}
            {:index 6, :time 33, :type :info, :process 1, :f :txn, :value [[:r 7 1]]}
            {:index 7, :time 35, :type :fail, :process 0, :f :txn, :value [[:w "a \\n" 18446744073709551615N] [:r 7 nil]]}
            {:index 8, :time 40, :type :ok, :process 1, :f :txn, :value [[:w 7 nil]]}
            """);
  }

  @Test
  void withoutRealTimeThereAreNoInvocations() throws IOException {
    assertThat(write("5: w(x,1) ; aborted w(x,2) | 7: r(x,1)"))
        .isEqualTo(
            """
            {:index 0, :type :ok, :process 5, :f :txn, :value [[:w "x" 1]]}
            {:index 1, :type :fail, :process 5, :f :txn, :value [[:w "x" 2]]}
            {:index 2, :type :ok, :process 7, :f :txn, :value [[:r "x" 1]]}
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "s1: [ts 1..2] w(x,1)~timestamps",
        "order x: 1~version orders",
        "init x=0~key x starts at 0",
        "s1: [rt ..2] w(x,1)~no transaction has a begin",
        "s1: [rt 1..] w(x,1)~s1.1 has no end",
        "s1: indeterminate [rt 1..2] w(x,1)~s1.1 is indeterminate and has an end",
        "s1: r(x,?)~read without a result",
        "s1: aborted r(x,nil)~did not commit for sure and read nil",
        "s1: [sno 1] r(x,1)~has a number",
      })
  void refusesWhatItCannotSay(String text, String message) throws IOException {
    History history = IsogaugeText.parse(text.startsWith("s1") ? text : text + "\ns1: r(x,0)");
    assertThatThrownBy(() -> Conversions.write(HistoryFormat.ELLE, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining(message)
        .hasMessageEndingWith("convert to isogauge or jsonl");
  }

  @Test
  void whatWasWrittenIsReadAgain() throws IOException {
    int written = 0;
    for (long seed = 0; seed < 3_000; seed++) {
      History history = random(new Random(seed));
      try {
        byte[] text = Conversions.write(HistoryFormat.ELLE, history);
        assertThat(BySession.describe(Conversions.read(HistoryFormat.ELLE, text)))
            .as("seed %d", seed)
            .isEqualTo(BySession.describe(history));
        written++;
      } catch (UnsupportedHistoryException e) {
        assertThat(e).hasMessageContaining("elle");
      }
    }
    assertThat(written).isGreaterThan(1_000);
  }

  /** Registers and lists, all outcomes, with times that overlap and tie, or without. */
  private static History random(Random random) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    boolean timed = random.nextBoolean();
    int spread = 1 + random.nextInt(20);
    for (int t = random.nextInt(10); t > 0; t--) {
      Outcome outcome = Outcome.values()[Math.max(0, random.nextInt(6) - 3)];
      block.transaction(random.nextInt(3), Atoms.NO_NAME, outcome, 0);
      if (timed) {
        long begin = random.nextInt(spread) - 1L;
        block.realTime(
            random.nextInt(8) == 0 ? RawBlock.NO_TIME : begin,
            outcome == Outcome.INDETERMINATE ? RawBlock.NO_TIME : begin + random.nextInt(spread));
      }
      for (int i = random.nextInt(5); i > 0; i--) {
        operation(random, atoms, block, outcome == Outcome.COMMITTED);
      }
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  private static void operation(Random random, Atoms atoms, RawBlock block, boolean committed) {
    int number = random.nextInt(4);
    long key = number % 2 == 0 ? number : atoms.text(number == 1 ? ":key" : "a \"key\"");
    switch (random.nextInt(3)) {
      case 0 -> {
        if (number < 2) {
          block.append(key, value(random, atoms));
        } else {
          block.write(key, value(random, atoms));
        }
      }
      case 1 -> {
        if (!committed) {
          block.readUnknown(key);
        }
      }
      default -> {
        if (number < 2) {
          block.readList(key);
          for (int i = random.nextInt(3); i > 0; i--) {
            block.element(value(random, atoms));
          }
        } else {
          long value = value(random, atoms);
          block.read(key, value == Atoms.NIL && !committed ? 5 : value);
        }
      }
    }
  }

  private static long value(Random random, Atoms atoms) {
    return switch (random.nextInt(8)) {
      case 0 -> Atoms.NIL;
      case 1 -> atoms.text("x\u0001é:");
      case 2 -> atoms.text(":word");
      case 3 -> atoms.unsignedInteger(-1);
      case 4 -> atoms.integer(Long.MIN_VALUE);
      default -> random.nextInt(10);
    };
  }
}
