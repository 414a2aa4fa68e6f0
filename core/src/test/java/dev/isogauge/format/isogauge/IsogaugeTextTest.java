package dev.isogauge.format.isogauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsogaugeTextTest {
  @Test
  void oneLineHoldsSessionsAndTransactions() throws Exception {
    History history = IsogaugeText.parse("s1: w(x,1) ; T2: r(x,1) | s2: r(x, 1)");
    assertThat(history.sessionCount()).isEqualTo(2);
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.transactionName(0)).isEqualTo("s1.1");
    assertThat(history.transactionName(1)).isEqualTo("T2");
    assertThat(history.readFrom(1)).isZero();
    assertThat(history.readFrom(2)).isZero();
  }

  @Test
  void linesOfOneSessionAreItsTransactions() throws Exception {
    History history =
        IsogaugeText.parse("# header\r\n\r\ns1: w(x,1)\t# one\r\ns2: r(x,1)\r\n s1 : r(x,1)\n");
    assertThat(history.endTransaction(0)).isEqualTo(2);
    assertThat(history.transactionCount()).isEqualTo(3);
  }

  @Test
  void listsAndHybridTimestamps() throws Exception {
    History history =
        IsogaugeText.parse(
            """
            s1: [sno 2] [ts 120:61..145] r(x,[ 1 , "a b",nil ]) r(y,[]) r(x,nil)
            s1 a: [sno 1] [ts 1..1:-5] a(x,1) a("x", "a b")
            """);
    assertThat(IsogaugeText.format(history))
        .isEqualTo(
            """
            s1 a: [ts 1..1:-5] [sno 1] a(x,1) a(x,"a b")
            s1: [ts 120:61..145] [sno 2] r(x,[1,"a b",nil]) r(y,[]) r(x,[])
            """);
    assertThat(history.startLogical(1)).isEqualTo(61);
    assertThat(history.commitLogical(1)).isZero();
  }

  @Test
  void attributesStandInAnyOrder() throws Exception {
    History history =
        IsogaugeText.parse(
            """
            s3 T7: [ts 120..145] r(x,1) w(x,2)
            s3 T8: aborted w(x,3)
            s3 T9: [rt 10..] indeterminate [ts ..-7] r(x,?) w(x,4)
            """);
    assertThat(history.startTimestamp(0)).isEqualTo(120);
    assertThat(history.commitTimestamp(0)).isEqualTo(145);
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.outcome(2)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history.beginTime(2)).isEqualTo(10);
    assertThat(history.endTime(2)).isEqualTo(RawBlock.NO_TIME);
    assertThat(history.commitTimestamp(2)).isEqualTo(-7);
    assertThat(history.readFrom(history.firstOperation(2))).isEqualTo(History.UNKNOWN);
  }

  @Test
  void initialValuesHoldForTheWholeFile() throws Exception {
    History history = IsogaugeText.parse("s1: r(x,0) r(y,5) r(z,1)\ninit x=0 y=5\ninit *=1");
    for (int i = 0; i < 3; i++) {
      assertThat(history.readFrom(i)).isEqualTo(History.INITIAL);
    }
    assertThat(IsogaugeText.parse("s1: r(x,nil)").readFrom(0)).isEqualTo(History.INITIAL);
  }

  @Test
  void versionOrdersMayNameWriters() throws Exception {
    History history = IsogaugeText.parse("order x: 1 2@T7 nil@init\ns1: w(x,1)\ns1 T7: w(x,2)");
    assertThat(history.versionOrders()).hasSize(1);
    VersionOrder order = history.versionOrders().get(0);
    assertThat(order.versions().get(0).writer()).isEqualTo(Atoms.NO_NAME);
    assertThat(order.versions().get(1).writer()).isEqualTo(history.nameAtom(1));
    assertThat(order.versions().get(2))
        .isEqualTo(new VersionOrder.Version(Atoms.NIL, Atoms.INITIAL_WRITER));
  }

  @Test
  void readsMayNameTheirWriter() throws Exception {
    History history =
        IsogaugeText.parse(
            "s1 A: w(x,1) | s2 B: w(x,1) | s3 init: w(x,1)"
                + " | s4: r(x,1@B) ; r(x,1@\"init\") ; r(x,nil@init) ; r(x,2@A) ; r(x,7@init)");
    assertThat(history.readFrom(3)).isEqualTo(1);
    assertThat(history.readFrom(4)).isEqualTo(2);
    assertThat(history.readFrom(5)).isEqualTo(History.INITIAL);
    assertThat(history.readStatus(6)).isEqualTo(ReadStatus.THIN_AIR);
    assertThat(history.readStatus(7)).isEqualTo(ReadStatus.THIN_AIR);
  }

  @Test
  void atomsAreIntegersWordsAndStrings() throws Exception {
    History history =
        IsogaugeText.parse(
            "1 -2: w(18446744073709551615,-9223372036854775808) w(\"a \\u00e9\\n|;#\",\"1\")"
                + " w(a/b.c-d,1) w(\"nil\",nil)");
    assertThat(history.keyName(0)).isEqualTo("18446744073709551615");
    assertThat(history.valueName(0)).isEqualTo("-9223372036854775808");
    assertThat(history.atoms().plain(history.keyAtom(1))).isEqualTo("a é\n|;#");
    assertThat(history.valueName(1)).isEqualTo("\"1\"");
    assertThat(history.keyName(2)).isEqualTo("a/b.c-d");
    assertThat(history.keyName(3)).isEqualTo("\"nil\"");
    assertThat(history.sessionName(0)).isEqualTo("1");
    assertThat(history.transactionName(0)).isEqualTo("-2");
  }

  @Test
  void aByteOrderMarkIsSkipped() throws Exception {
    assertThat(IsogaugeText.parse("\uFEFFs1: w(x,1)").operationCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s1: w(x,1) ; r(x,1) | s2: r(x,1)",
        "s1:\ns2 empty:",
        "init *=0 y=nil\ns1: r(x,0) r(y,nil) w(y,0)",
        "\"init\" init: w(x,1)\n\"order\" order: r(x,1@\"init\") r(y,3@init)",
        "s3 T9: indeterminate [ts 1..] [rt ..9223372036854775807] r(x,?) w(x,4)",
        "order x: 1 2@T7 3@\"init\" 4@init\norder y:\ns T7: w(x,2)",
        "s1 aborted: aborted w(x,1)\ns1 r: r(x,1)\ns1 w: indeterminate w(w,r)",
        "\"s 1\" \"T\\\"1\": w(\"k\\\\\",\"\\u0000\\t\\ud83d\\ude00\")",
        "s1: [ts -9223372036854775807..-9223372036854775806] w(x,-9223372036854775807)",
        "s1: w(x,1) w(x,1)\ns2: w(x,1)\ns3: r(x,1) r(x,abc) r(y,nil)",
        "s1 A: w(x,{ b : 1 , a : \"{\" }) d(x) | s2: r(x,nil@A) r(y,{}) w(z,\"dead\")",
        "order x: {a:1}@A dead@A\ninit y={a:nil}\ns1 A: w(x,{a:1}) d(x)",
        "s1: p(t,\"a>1\",[t/1={a:2},t/2] of [t/1={a:2}@A,t/3=dead]) p(*, \"true\", ?) w(x,1)",
        "s1: p(t,\"max(a)\",nil of []) ; r(x,1) p(t,\"b\",[x=1@init]) p(t,\"b\",[])",
        "s1: [serial -3] [xid 7] [snapshot 3:9:5,4,4] w(x,1)\ns2: [snapshot 1:1:]",
      })
  void writesWhatItReads(String text) throws Exception {
    History history = IsogaugeText.parse(text);
    assertThat(HistoryDescription.of(Conversions.through(HistoryFormat.ISOGAUGE, history)))
        .isEqualTo(HistoryDescription.of(history));
    assertThat(HistoryDescription.of(Conversions.through(HistoryFormat.JSONL, history)))
        .isEqualTo(HistoryDescription.of(history));
  }

  @Test
  void writesOneTransactionALine() throws Exception {
    String text =
        """
        init *=0
        init y=5
        order x: 1 2@T7
        s1: w(x,1) r(z,0)
        s3 T7: [ts 120..145] r(x,1) r(y,5@init) w(x,2)
        s3 T8: aborted w("a key",3)
        s3 T9: indeterminate [rt 10..] r(x,?)
        """;
    assertThat(IsogaugeText.format(IsogaugeText.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "s1 w(x,1) ~ 1:5 ~ found '(x,1)'; expected ':'",
        "s1 T1 T2: w(x,1) ~ 1:7 ~ found 'T2: w(x,1)'; expected ':'",
        "?: w(x,1) ~ 1:1 ~ expected a session",
        "s1: x(x,1) ~ 1:5 ~ found 'x(x,1)'; expected r(key,value), w(key,value)",
        "s1: w(x,1) aborted ~ 1:12 ~ found 'aborted'; expected r(key,value)",
        "s1: w(x) ~ 1:8 ~ found ')'; expected ','",
        "s1: a(x,[1]) ~ 1:9 ~ found '[1])'; expected a value",
        "s1: r(x,[1 ~ 1:11 ~ found end of line; expected ',' or ']'",
        "s1: r(x,[1,]) ~ 1:12 ~ found '])'; expected a value",
        "s1: r(x,[1]@T) ~ 1:12 ~ found '@T)'; expected ')'",
        "s1: r(x,[,1]) ~ 1:10 ~ found ',1])'; expected a value or ']'",
        "s1: [ts 1:..2] ~ 1:11 ~ found '..2]'; expected the logical part",
        "s1: [ts :1..2] ~ 1:9 ~ found ':1..2]'; expected '.'",
        "s1: [rt 1:1..2] ~ 1:10 ~ found ':1..2]'; expected '.'",
        "s1: [sno] ~ 1:9 ~ found ']'; expected a number",
        "s1: [sno 1] [sno 2] ~ 1:14 ~ expected ts start..commit, rt begin..end, sno number",
        "s1: [serial] ~ 1:12 ~ found ']'; expected a place in the order of all transactions",
        "s1: [xid x] ~ 1:10 ~ found 'x]'; expected a transaction's id",
        "s1: [snapshot 1:2] ~ 1:18 ~ found ']'; expected ':'",
        "s1: [snapshot 1:2:3,] ~ 1:21 ~ found ']'; expected the id of a transaction",
        "s1: [xid 1] [xid 2] ~ 1:14 ~ each at most once",
        "s1: w(x,{a:1 ~ 1:13 ~ found end of line; expected ',' or '}'",
        "s1: w(x,{a:1,}) ~ 1:14 ~ found '})'; expected a column",
        "s1: w(x,{a:{b:1}}) ~ 1:12 ~ found '{b:1}})'; expected an integer, a string or nil",
        "s1: w(x,{a:1,a:2}) ~ 1:14 ~ found a column twice in a row; expected it once",
        "s1: w({a:1},2) ~ 1:7 ~ found '{a:1},2)'; expected a key",
        "s1: d(x,1) ~ 1:8 ~ found ',1)'; expected ')'",
        "s1: d(dead) ~ 1:7 ~ found 'dead'; expected a key, which dead cannot be",
        "s1: p(x,value > 1,[]) ~ 1:9 ~ found 'value > 1,[])'; expected a condition in double",
        "s1: p(x,\"a\") ~ 1:12 ~ found ')'; expected ','",
        "s1: p(x,\"a\",[1=]) ~ 1:16 ~ found '])'; expected a value",
        "s1: p(x,\"a\",[1 2]) ~ 1:16 ~ found '2])'; expected ',' or ']'",
        "s1: p(x,\"a\",[] of 5) ~ 1:19 ~ found '5)'; expected '['",
        "s1: p(x,\"a\",[] of [y]) ~ 1:21 ~ found '])'; expected '='",
        "s1: p(?,\"a\",[]) ~ 1:7 ~ found '?,\"a\",[])'; expected a relation or '*'",
        "s1: [sno 1] ; r(x,1) ~ 1:1 ~ with and without a sequence number; expected it on all",
        "s1: a(x,1) w(x,2) ~ 1:1 ~ a key is a list elsewhere",
        "s1: w(x,) ~ 1:9 ~ found ')'; expected a value",
        "s1: w(x,?) ~ 1:9 ~ found '?)'; expected a value",
        "s1: w(x,1@T1) ~ 1:10 ~ found '@T1)'; expected ')'",
        "s1: w(x,1 ~ 1:10 ~ found end of line; expected ')'",
        "s1: w(nil,1) ~ 1:7 ~ found 'nil'; expected a key",
        "s1: w(12ab,1) ~ 1:9 ~ found 'ab,1)'; expected ','",
        "s1: w(x,18446744073709551616) ~ 1:9 ~ the number 18446744073709551616 is out of range",
        "s1: w(x,\"abc) ~ 1:14 ~ found end of line; expected '\"'",
        "s1: w(x,\"a\\qc\") ~ 1:10 ~ found '\\q'; expected",
        "s1: w(x,\"\\ud800\") ~ 1:10 ~ found half of a character",
        "s1: [rt 20..10] w(x,1) ~ 1:5 ~ found an end before the begin; expected [rt begin..end]",
        "s1: [ts 1..2] [ts 1..2] ~ 1:16 ~ found 'ts 1..2]'; expected ts start..commit",
        "s1: [ts 1.2] ~ 1:11 ~ found '2]'; expected '..'",
        "s1: [ts 9223372036854775808..] ~ 1:9 ~ the time is out of range",
        "s1: aborted indeterminate ~ 1:13 ~ found 'indeterminate'; expected one outcome",
        "init x ~ 1:7 ~ found end of line; expected '='",
        "init ~ 1:5 ~ found end of line; expected key=value",
        "order x 1 ~ 1:9 ~ found '1'; expected ':'",
        "s1: w(x,1) | w(y,1) ~ 1:15 ~ found '(y,1)'; expected the transaction's name or ':'",
      })
  void faultsHaveAPlaceAndAnExpectation(String text, String place, String message) {
    assertThatThrownBy(() -> IsogaugeText.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("text:" + place + ": ")
        .hasMessageContaining(message)
        .hasMessageContaining("expected");
  }

  @Test
  void aNameStandsForOneTransaction() {
    assertThatThrownBy(() -> IsogaugeText.parse("s1 T1: w(x,1)\n\ns1 T1: w(x,2)"))
        .isInstanceOf(InputException.class)
        .hasMessage("text:3:1: transaction T1 is also in line 1; expected a unique name");
  }

  @Test
  void directivesAreGivenOnce() {
    assertThatThrownBy(() -> IsogaugeText.parse("init x=0\ns1: w(x,1)\ninit x=1"))
        .hasMessageStartingWith("text:3:1: the initial value of key x is given twice");
    assertThatThrownBy(() -> IsogaugeText.parse("init *=0\ninit *=0"))
        .hasMessageStartingWith("text:2:1: the initial value of all keys is given twice");
  }

  @Test
  void ordersOfOneKeyContinueOneAnother() throws Exception {
    assertThat(IsogaugeText.parse("order x: 1\norder y: 5\ns1: w(x,1)\norder x: 2").versionOrders())
        .isEqualTo(IsogaugeText.parse("order x: 1 2\norder y: 5\ns1: w(x,1)").versionOrders());
  }
}
