package dev.isogauge.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be read is said, with its place. */
class PredicateFaultsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "a = 3 b                  ; column 7: found 'b'",
        "a >                      ; column 4: found the end",
        "a = 1 AND                ; column 10: found the end",
        "(a = 1                   ; column 7: found the end",
        "a = 1)                   ; column 6: found ')'",
        "from = 1                 ; column 1: found 'from'",
        "a                        ; column 1: found the column a, expected a condition",
        "a = 1 and not b          ; column 15: found the column b, expected a condition",
        "a > 1.5                  ; column 5: found the decimal number 1.5, expected a value",
        "a = ?                    ; column 5: found the parameter ?",
        "a || 'x' = 'y'           ; column 1: found the operator || in a || 'x'",
        "b = 1 and a & 1 = 0      ; column 11: found the operator & in a & 1",
        "a = (select 1)           ; column 5: found the subquery (SELECT 1)",
        "exists (select 1)        ; column 1: found the exists EXISTS (SELECT 1)",
        "a in (select 1)          ; column 1: found the in a IN (SELECT 1)",
        "case when a = 1 then b end     ; column 1: found the case",
        "lower(s) = 'x'           ; column 1: found the function lower(s)",
        "a = TRUE                 ; column 5: found the truth value true",
        "a ilike 'x'              ; column 1: found the operator ILIKE in",
        "s like t                 ; column 8: found the column t, expected a pattern",
        "s like 'x' escape 'ab'   ; column 19: found the string 'ab', expected at most one character",
        "s like 'x\\'             ; the pattern 'x\\' ends with its escape character",
        "(a, b) = (1, 2)          ; column 1: found the list (a, b), expected a value",
        "a = 1 xor b = 2          ; column 1: found the operator XOR in",
        "count(distinct a)        ; column 1: found the function count(DISTINCT a)",
        "avg(a) where b = 1       ; column 1: found the function avg(a), expected count(*)",
        "sum(*)                   ; column 1: found the function sum(*)",
        "a = 1 where b = 1        ; column 1: found the operator = in a = 1, expected count",
        "count(*) where           ; column 15: found the end",
        "count(*) = 3             ; column 1: found the function count(*)",
        "a = 'x                   ; column 7: found text that SQL does not use there",
      })
  void faultsNameThePlaceWhatIsThereAndWhatBelongsThere(String text, String message) {
    Throwable thrown = catchThrowable(() -> Predicate.parse(text.strip()));
    assertThat(thrown).isInstanceOf(PredicateException.class);
    assertThat(thrown.getMessage()).startsWith(message.strip());
    assertThat(thrown.getMessage()).containsAnyOf("expected", "escapes nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "'',a = 1,''",
    "(,a = 1,)",
    "not ,a = 1,''",
    "-,a,'= 1'",
    "'',a = 1, and a = 1",
    "'',a,+1"
  })
  void whateverIsTooLongOrTooDeepIsAFault(String before, String middle, String after) {
    for (int size : new int[] {10, 1000, 10_000, 100_000}) {
      String text = before.repeat(size) + middle + after.repeat(size);
      Throwable thrown = catchThrowable(() -> Predicate.parse(text));
      if (thrown != null) {
        assertThat(thrown).isInstanceOf(PredicateException.class);
      }
    }
  }

  @Test
  void anyTextIsReadOrFaulty() {
    Random random = new Random(7);
    String[] words = {
      "a",
      "5",
      "'x'",
      "=",
      "<",
      "(",
      ")",
      "and",
      "or",
      "not",
      "in",
      "like",
      "between",
      "is",
      "null",
      "+",
      "%",
      ",",
      "count(*)",
      "where",
      "\"",
      "'",
      "--",
      "/*",
      "$",
      "\\",
      ".",
      "[",
      "case",
      "é",
      "\n"
    };
    int read = 0;
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = random.nextInt(8); word >= 0; word--) {
        text.append(words[random.nextInt(words.length)]).append(random.nextBoolean() ? " " : "");
      }
      Throwable thrown = catchThrowable(() -> Predicate.parse(text.toString()));
      if (thrown == null) {
        read++;
      } else {
        assertThat(thrown).as(text.toString()).isInstanceOf(PredicateException.class);
      }
    }
    assertThat(read).isPositive();
  }
}
