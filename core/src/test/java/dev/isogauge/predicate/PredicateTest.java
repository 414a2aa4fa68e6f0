package dev.isogauge.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredicateTest {
  private static final Row ROW = row("balance", 7L, "owner", "Ann", "nothing", null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "balance > 5                                  | TRUE",
        "Balance > 5 AND OWNER = 'Ann'                | TRUE",
        "\"Balance\" > 5                              | UNKNOWN",
        "accounts.balance = 7                         | TRUE",
        "nothing = nothing                            | UNKNOWN",
        "nothing = 1 AND balance = 8                  | FALSE",
        "nothing = 1 OR balance = 7                   | TRUE",
        "NOT nothing = 1                              | UNKNOWN",
        "NOT NOT (balance = 7)                        | TRUE",
        "NOT NOT NOT (balance = 7)                    | FALSE",
        "owner = 'x' OR not  not\tnot not balance = 7 | TRUE",
        "NOT NOT nothing = 1                          | UNKNOWN",
        "'NOT NOT' = 'NOT NOT'                        | TRUE",
        "nothing IS NULL AND missing IS NULL          | TRUE",
        "balance IN (1, 7, NULL)                      | TRUE",
        "balance NOT IN (1, NULL)                     | UNKNOWN",
        "balance IN ()                                | FALSE",
        "nothing NOT IN ()                            | TRUE",
        "balance in (1, 2) or balance = 7             | TRUE",
        "balance = 8 and balance in (1) or owner > '' | TRUE",
        "not balance in (7) and balance = 7           | FALSE",
        "balance BETWEEN 7 AND 7                      | TRUE",
        "balance NOT BETWEEN 8 AND nothing            | TRUE",
        "balance / 2 = 3 AND -balance / 2 = -3        | TRUE",
        "-balance % 4 = -3 AND balance % -4 = 3       | TRUE",
        "balance / 0 = 1 OR balance % 0 = 1           | UNKNOWN",
        "owner LIKE 'A__' AND owner NOT LIKE 'a%'     | TRUE",
        "owner LIKE '%n%n%n'                          | FALSE",
        "'100%' LIKE '100!%' ESCAPE '!'               | TRUE",
        "'100x' LIKE '100\\%'                         | FALSE",
        "'a\\b' LIKE 'a\\b' ESCAPE ''                 | TRUE",
        "balance = '7' AND '10' > 9                   | TRUE",
        "'10' > '9'                                   | FALSE",
        "NULL                                         | UNKNOWN",
        "not false                                    | TRUE",
        "balance > 5 -- and false                     | TRUE",
      })
  void conditionsHaveTheTruthOfSql(String text, Truth truth) {
    assertThat(Predicate.parse(text.strip()).test(ROW)).isEqualTo(truth);
  }

  @Test
  void integersOfAnySizeAreExact() {
    Row row = row("max", Long.MAX_VALUE, "min", Long.MIN_VALUE, "big", BigInteger.TEN.pow(30));
    for (String truth :
        List.of(
            "max + 1 > max",
            "max + 1 = 9223372036854775808",
            "min - 1 < min",
            "-min = 9223372036854775808",
            "min / -1 = max + 1",
            "min % -1 = 0",
            "max * max / max = max",
            "max * 2 - max = max",
            "big > max and -big < min",
            "big / 1000000000000000000000000000000 = 1",
            "big in (1000000000000000000000000000000)")) {
      assertThat(Predicate.parse(truth).test(row)).as(truth).isEqualTo(Truth.TRUE);
    }
    AggregateExpression.Computation sum =
        Predicate.parse("sum(max)").aggregate().orElseThrow().start();
    sum.add(row);
    sum.add(row);
    assertThat(sum.result()).contains(BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.TWO));
  }

  @Test
  void aStringThatIsNoIntegerIsNotComparedWithOne() {
    assertThatThrownBy(() -> Predicate.parse("owner > 5").test(ROW))
        .isInstanceOf(PredicateException.class)
        .hasMessage("the string 'Ann' is not an integer, which is needed there");
  }

  @Test
  void aggregatesSkipNullsAndHaveNoValueWithoutRows() {
    List<Row> rows = List.of(row("a", 3L), row("a", null), row("a", -4L));
    assertThat(result("count(*)", rows)).contains(3L);
    assertThat(result("COUNT(a)", rows)).contains(2L);
    assertThat(result("min(a)", rows)).contains(-4L);
    assertThat(result("max(a) where a < 3", rows)).contains(-4L);
    assertThat(result("sum(a * 2) where a is not null", rows)).contains(-2L);
    assertThat(result("sum(a) where a > 3", rows)).isEmpty();
    assertThat(result("count(a) where a > 3", rows)).contains(0L);
  }

  private static Optional<Object> result(String text, List<Row> rows) {
    Predicate predicate = Predicate.parse(text);
    AggregateExpression.Computation computation = predicate.aggregate().orElseThrow().start();
    rows.stream().filter(predicate::matches).forEach(computation::add);
    return computation.result();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a > 5                            | a 5..",
        "5 >= a                           | a ..5",
        "a = 5 and b > 3                  | a 5..5",
        "a > 5 and a <= 9 and a > 6       | a 6..9",
        "not (a < 5 or b > 3)             | a 5..",
        "a = 3 or a between 7 and 2 * 5   | a 3..10",
        "a = 3 or b = 3                   | -",
        "a in (5, -2, NULL)               | a -2..5",
        "a not in (5)                     | -",
        "a <> 5                           | -",
        "a + 1 = 5                        | -",
        "s like 'ab%c'                    | s ab..ac",
        "s like '%c'                      | -",
        "a = 5 or a = 'x'                 | -",
        "count(*) where a < 5             | a ..5",
        "a = NULL                         | -",
        "TRUE                             | -",
      })
  void rangesConfineAColumn(String text, String range) {
    assertThat(
            Predicate.parse(text)
                .range()
                .map(
                    found ->
                        found.column()
                            + " "
                            + found.low().map(Object::toString).orElse("")
                            + ".."
                            + found.high().map(Object::toString).orElse(""))
                .orElse("-"))
        .isEqualTo(range.strip());
  }

  @Test
  void namesTheColumnsItReads() {
    assertThat(Predicate.parse("sum(c) where a + b > 5 and s like 'x' or d is null").columns())
        .containsExactly("a", "b", "c", "d", "s");
  }

  @Test
  void textsThatDifferInLiteralsAloneKeepTheirOwn() {
    Predicates predicates = new Predicates();
    assertThat(predicates.parse("balance = 7 and owner = 'Ann'").matches(ROW)).isTrue();
    assertThat(predicates.parse("balance = 8 and owner = 'Ann'").matches(ROW)).isFalse();
    assertThat(predicates.parse("balance = 7 and owner = 'it''s'").matches(ROW)).isFalse();
    assertThat(predicates.parse("balance = 7 and owner = 'Ann'").toString())
        .isEqualTo("balance = 7 and owner = 'Ann'");
  }

  private static Row row(Object... columns) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < columns.length; i += 2) {
      row.put((String) columns[i], columns[i + 1]);
    }
    return Row.of(row);
  }
}
