package dev.isogauge.format.jsonl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.check.Checks;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Fault;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonlTest {
  private static History parse(String text) throws IOException {
    return Conversions.read(HistoryFormat.JSONL, text);
  }

  @Test
  void saysTheSameAsIsogaugeText() throws Exception {
    History json =
        parse(
            """
            {"default":0,"init":[["y",null]]}
            {"session":"s1","ops":[["w","x",1],["r","z",0],["r","q"]]}
            {"session":3,"txn":"T7","ts":[120,145],"rt":[10,null],"ops":[["r","x",1,"T6"],\
            ["r","y",5,["init"]],["w","x",2]]}

            {"ops":[["w","a key",3]],"outcome":"aborted","txn":"T8","session":3}
            {"order":"x","versions":[1,[2,"T7"],[null,["init"]]]}
            {"session":3,"txn":"T6","outcome":"indeterminate","ops":[],"host":{"a":[1,{"b":2.5}]}}
            """);
    History text =
        IsogaugeText.parse(
            """
            init *=0 y=nil
            s1: w(x,1) r(z,0) r(q,?)
            3 T7: [ts 120..145] [rt 10..] r(x,1@T6) r(y,5@init) w(x,2)
            3 T8: aborted w("a key",3)
            order x: 1 2@T7 nil@init
            3 T6: indeterminate
            """);
    assertThat(HistoryDescription.of(json)).isEqualTo(HistoryDescription.of(text));
  }

  @Test
  void linesOfSomeTransactionsSayEverythingAndNumberTheSession() throws Exception {
    History history =
        parse(
            """
            {"session":"s","txn":"t","ts":[[1,2],[3,4]],"ops":[["w","x",1],["r","y",null],["d","z"]]}
            {"session":"s","ts":[5,6],"rt":[1,2],"ops":[["a","l",1],["r","l",[1,"é"]],["r","x"]]}
            {"session":"s","outcome":"aborted","ops":[["w","x",18446744073709551615]]}
            {"session":"t","sno":7,"serial":3,"ops":[["p","r","a > 1",{"results":["r/1",["r/2",{"a":2}]]}]]}
            """);
    String lines = new String(JsonlWriter.lines(history, new int[] {2, 0, 1, 3, 0}, 0, 4), UTF_8);

    assertThat(lines)
        .isEqualTo(
            """
            {"session":"s","outcome":"aborted","sno":3,"ops":[["w","x",18446744073709551615]]}
            {"session":"s","txn":"t","ts":[[1,2],[3,4]],"sno":1,"ops":[["w","x",1],["r","y",null],["d","z"]]}
            {"session":"s","ts":[5,6],"rt":[1,2],"sno":2,"ops":[["a","l",1],["r","l",[1,"é"]],["r","x"]]}
            {"session":"t","sno":7,"serial":3,"ops":[["p","r","a > 1",{"results":["r/1",["r/2",{"a":2}]]}]]}
            """);
    assertThat(parse(lines).sequenceNumber(2)).isEqualTo(3);
  }

  @Test
  void faultsAreKeptAndAreNoPartOfTransactions() throws Exception {
    String text =
        """
        {"fault":["kill","node-2",120,340]}
        {"fault":["clock","node 1",-5,null]}
        {"session":"s","rt":[1,2],"ops":[["w","x",1]]}
        """;
    assertThat(parse(text).faults())
        .containsExactly(
            new Fault("kill", "node-2", 120, 340),
            new Fault("clock", "node 1", -5, RawBlock.NO_TIME));
    assertThat(Conversions.text(HistoryFormat.JSONL, parse(text))).isEqualTo(text);
    // A recorder's own field.
    assertThat(parse("{\"session\":\"s\",\"fault\":{\"a\":1},\"ops\":[]}").faults()).isEmpty();
  }

  @Test
  void verdictsNameStatementsAndHowTheRecordingEnded() throws Exception {
    String text =
        """
        {"statement":[3,"CALL pay(?)","what a procedure does is not known"]}
        {"session":"s","ops":[["w","x",1],["ur",3],["uw","table","t",3],["uw","key","t/1"]]}
        """;
    assertThat(Conversions.text(HistoryFormat.JSONL, parse(text))).isEqualTo(text);
    assertThat(Checks.check(parse(text), IsolationLevel.SERIALIZABILITY).toString())
        .contains(
            "s.1 reads something unknown somewhere by the statement CALL pay(?) (2 unknown"
                + " operations; what a procedure does is not known)");
    String ended = "{\"ended\":\"disk full\"}\n{\"session\":\"s\",\"ops\":[[\"w\",\"x\",1]]}\n";
    assertThat(Conversions.text(HistoryFormat.JSONL, parse(ended))).isEqualTo(ended);
    assertThat(Checks.check(parse(ended), IsolationLevel.SERIALIZABILITY).toString())
        .contains("the recording ended before the application did (disk full)");
  }

  @Test
  void writesOneObjectALine() throws Exception {
    String text =
        """
        {"default":0}
        {"init":[["y",null]]}
        {"order":"x","versions":[1,[2,"T7"],[3,["init"]]]}
        {"session":"s1","ops":[["w","x",1],["r","z",0],["r","y"]]}
        {"session":3,"txn":"T7","ts":[120,145],"rt":[10,null],"ops":[["r","x",1,"init"],["w","x",2]]}
        {"session":3,"txn":"init","outcome":"aborted","ops":[["w",18446744073709551615,"é\\n\\""]]}
        """;
    assertThat(Conversions.text(HistoryFormat.JSONL, parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "[1] ~ 1:1 ~ found an array; expected an object",
        "{\"session\":\"s\"} ~ 1:15 ~ found no \"ops\" in the transaction",
        "{\"ops\":[]} ~ 1:10 ~ found no \"session\" in the transaction",
        "{\"fault\":7} ~ 1:10 ~ found 7; expected a fault, as in",
        "{\"fault\":[\"kill\",\"n\",5]} ~ 1:23 ~ found the end of the array; expected a fault, as in",
        "{\"fault\":[\"kill\",\"n\",5,4]} ~ 1:25 ~ found an end before the begin; expected",
        "{\"a\":1} ~ 1:7 ~ found no \"session\", \"init\" or \"order\"",
        "{\"session\":1.5,\"ops\":[]} ~ 1:12 ~ found 1.5; expected a session, a string or an integer",
        "{\"session\":null,\"ops\":[]} ~ 1:12 ~ found null; expected a session",
        "{\"session\":1,\"ops\":[[\"x\",1,2]]} ~ 1:22 ~ found \"x\"; expected \"r\", \"w\", \"d\"",
        "{\"session\":1,\"ops\":[[\"d\",1,2]]} ~ 1:28 ~ found 2; expected the end of [\"d\",key]",
        "{\"session\":1,\"ops\":[[\"w\",1,{\"a\":{}}]]} ~ 1:33 ~ found an object; expected a column's",
        "{\"session\":1,\"ops\":[[\"w\",1,{\"a\":[]}]]} ~ 1:33 ~ found an array; expected a value",
        "{\"session\":1,\"ops\":[[\"p\",1,2]]} ~ 1:28 ~ found 2; expected a condition, a string",
        "{\"session\":1,\"ops\":[[\"p\",1,\"a\",2]]} ~ 1:32 ~ found 2; expected {\"results\"",
        "{\"session\":1,\"ops\":[[\"p\",1,\"a\",{\"x\":2}]]} ~ 1:37 ~ found the field \"x\"; expected",
        "{\"session\":1,\"ops\":[[\"p\",1,\"a\",{\"value\":1,\"results\":[]}]]} ~ 1:56 ~ found both results",
        "{\"session\":1,\"ops\":[[\"p\",1,\"a\",{\"versions\":[1]}]]} ~ 1:45 ~ found 1; expected [key,value]",
        "{\"session\":1,\"ops\":[[\"p\",1,\"a\",{\"results\":[[1]]}]]} ~ 1:46 ~ found the end of the array",
        "{\"session\":1,\"serial\":\"x\",\"ops\":[]} ~ 1:23 ~ found \"x\"; expected a time",
        "{\"session\":1,\"snapshot\":[1,2],\"ops\":[]} ~ 1:29 ~ expected the array of the ids",
        "{\"session\":1,\"snapshot\":7,\"ops\":[]} ~ 1:25 ~ found 7; expected [begin,end",
        "{\"session\":1,\"snapshot\":[1,2,[null]],\"ops\":[]} ~ 1:31 ~ found null; expected the id",
        "{\"session\":1,\"ops\":[[\"a\",1,[2]]]} ~ 1:28 ~ found an array; expected a value",
        "{\"session\":1,\"ops\":[[\"a\",1,2,3]]} ~ 1:30 ~ found 3; expected the end of [\"a\",key",
        "{\"session\":1,\"ops\":[[\"r\",1,[2],3]]} ~ 1:32 ~ found 3; expected the end of [\"r\",key,list]",
        "{\"session\":1,\"ops\":[[\"r\",1,[[2]]]]} ~ 1:29 ~ found an array; expected a value",
        "{\"session\":1,\"ts\":[[1],2],\"ops\":[]} ~ 1:22 ~ found the end of the array; expected a time",
        "{\"session\":1,\"ts\":[[1,null],2],\"ops\":[]} ~ 1:23 ~ found null; expected a part of a timestamp",
        "{\"session\":1,\"ts\":[[1,2,3],2],\"ops\":[]} ~ 1:25 ~ found 3; expected the end of [physical",
        "{\"session\":1,\"rt\":[[1,2],2],\"ops\":[]} ~ 1:20 ~ found an array; expected a time",
        "{\"session\":1,\"sno\":\"x\",\"ops\":[]} ~ 1:20 ~ found \"x\"; expected a time",
        "{\"session\":1,\"ops\":[[\"w\",1]]} ~ 1:27 ~ found the end of the array; expected a value",
        "{\"session\":1,\"ops\":[[\"r\",null]]} ~ 1:26 ~ found null; expected a key",
        "{\"session\":1,\"ops\":[[\"w\",1,2,3]]} ~ 1:30 ~ found 3; expected the end of",
        "{\"session\":1,\"ops\":[[\"r\",1,2,null]]} ~ 1:30 ~ found null; expected a transaction's name",
        "{\"session\":1,\"ops\":[[\"r\",1,2,[\"x\"]]]} ~ 1:31 ~ found \"x\"; expected \"init\"",
        "{\"session\":1,\"ops\":7} ~ 1:20 ~ found 7; expected an array of operations",
        "{\"session\":1,\"ops\":[7]} ~ 1:21 ~ found 7; expected an operation",
        "{\"session\":1,\"outcome\":\"ok\",\"ops\":[]} ~ 1:24 ~ found \"ok\"; expected \"committed\"",
        "{\"session\":1,\"ts\":[1],\"ops\":[]} ~ 1:21 ~ found the end of the array; expected a time",
        "{\"session\":1,\"rt\":[2,1],\"ops\":[]} ~ 1:23 ~ found an end before the begin",
        "{\"session\":1,\"init\":[],\"ops\":[]} ~ 1:22 ~ found \"init\" in one object",
        "{\"order\":1} ~ 1:11 ~ found one of \"order\" and \"versions\"; expected both",
        "{\"session\":1,\"ops\":[[\"w\",1,18446744073709551616]]} ~ 1:28 ~ is out of range",
        "{\"session\":1,\"ops\":[[\"w\",1,\"\\ud800\"]]} ~ 1:29 ~ found half of a character",
        "{\"session\":1,\"session\":1} ~ 1:23 ~ found a field for the second time",
        "{\"session\":1,\"ops\":[]} {} ~ 1:24 ~ found an object; expected one object a line",
        "{\"session\":1,\"ops\":[] ~ 1:22 ~ found end of line; expected ',' or '}'",
        "{\"session\":nope} ~ 1:12 ~ found nope; expected a session",
      })
  void faultsHaveAPlaceAndAnExpectation(String text, String place, String message) {
    Conversions.assertFault(HistoryFormat.JSONL, text, place, message);
  }

  @Test
  void longNumbersAndDeepNestingHaveAPlace() {
    String first = "{\"session\":1,\"ops\":[]}\n";
    String digits = "7".repeat(2000);
    assertThatThrownBy(() -> parse(first + "{\"session\":1,\"ops\":[[\"w\",1," + digits + "]]}"))
        .hasMessageStartingWith("input:2:28: the number 777")
        .hasMessageContaining("is out of range; expected");
    assertThatThrownBy(() -> parse(first + "{\"session\":" + digits + ",\"ops\":[]}"))
        .hasMessageStartingWith("input:2:12: the number 777");
    assertThatThrownBy(() -> parse(first + "{\"session\":1,\"rt\":[" + digits + ",1],\"ops\":[]}"))
        .hasMessageStartingWith("input:2:20: the number 777");
    assertThatThrownBy(() -> parse(first + "{\"other\":" + "[".repeat(2000) + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "input:2:1010: found arrays and objects nested too deeply;"
                + " expected at most 1000 in each other");
  }

  @Test
  void anObjectStandsInOneLine() {
    assertThatThrownBy(() -> parse("{\"session\":1,\n\"ops\":[]}"))
        .hasMessageStartingWith("input:1:14: found end of line; expected");
  }

  @Test
  void aNameStandsForOneTransaction() {
    assertThatThrownBy(
            () ->
                parse(
                    "{\"session\":1,\"txn\":5,\"ops\":[]}\n{\"session\":1,\"txn\":5,\"ops\":[]}\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:2:1: transaction 5 is also in line 1");
  }

  /** A transaction that says "status" instead of "outcome" would count as committed. */
  @Test
  void remarksOnceOnAFieldThatSeemsToBeMeantAsAnother() throws Exception {
    String line = "{\"session\":1,%s,\"ops\":[[\"w\",\"x\",%d]]}\n";
    String text =
        String.format(line, "\"node\":\"n1\",\"status\":\"ok\"", 1)
            + String.format(line, "\"status\":\"aborted\"", 2)
            + String.format(line, "\"status\":\"committed\",\"Levels\":\"rc\"", 3)
            + String.format(line, "\"state\":\"aborted\",\"outcome\":\"aborted\"", 4);
    LoadedHistory loaded =
        HistoryFiles.read(
            HistoryFiles.bytes("recording", text.getBytes(UTF_8)),
            Optional.of(HistoryFormat.JSONL));

    assertThat(loaded.remarks())
        .containsExactly(
            "line 2: the field \"status\" means nothing and is passed over; expected \"outcome\"",
            "line 3: the field \"Levels\" means nothing and is passed over; expected \"level\"");
    assertThat(loaded.history().outcome(1)).isEqualTo(Outcome.COMMITTED);
  }

  /** Whatever byte a recorder died at: the whole lines are read, and a remark says so. */
  @Test
  void aLastLineThatIsCutOffIsLeftOut() throws Exception {
    String whole = "{\"session\":\"s1\",\"ops\":[[\"w\",\"x\",1]]}\n";
    String last = "{\"session\":\"s}\\\"]\",\"ops\":[[\"w\",\"y\",{\"a\":2}]]}";
    for (int length = 1; length < last.length(); length++) {
      LoadedHistory loaded =
          HistoryFiles.read(
              HistoryFiles.bytes("recording", (whole + last.substring(0, length)).getBytes(UTF_8)),
              Optional.of(HistoryFormat.JSONL));
      assertThat(loaded.history().transactionCount()).isEqualTo(1);
      assertThat(loaded.remarks())
          .containsExactly(
              "line 2, the last one, is cut off and was left out; its writer seems to have died");
    }
    assertThatThrownBy(() -> parse(whole + "{\"session\":" + "\n"))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> parse("{\"session\":")).isInstanceOf(InputException.class);
  }
}
