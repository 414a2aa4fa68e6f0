package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElleTest {
  private static History read(String text) throws IOException {
    return Conversions.read(HistoryFormat.ELLE, text);
  }

  /** The history as Isogauge text. */
  private static String isogauge(String text) throws IOException {
    return Conversions.text(HistoryFormat.ISOGAUGE, read(text));
  }

  private static LoadedHistory load(String text) throws IOException {
    return HistoryFiles.read(
        HistoryFiles.bytes("input", text.getBytes(StandardCharsets.UTF_8)), Optional.empty());
  }

  private static final String PAIR =
      """
      {:index 0, :time 12, :type :invoke, :process 0, :f :txn, :value [[:append 5 1] [:r 5 nil]]}
      {:index 1, :time 30, :type :ok, :process 0, :f :txn, :value [[:append 5 1] [:r 5 [1]]]}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        PAIR,
        "[" + PAIR + "]",
        "; a comment with {\n( " + PAIR + " )\r\n",
        "[#jepsen.history.Op{:index 0, :time 12, :type :invoke, :process 0, :f :txn, :value"
            + " [[:append 5 1] [:r 5 nil]]}, #jepsen.history.Op{:index 1, :time 30, :type :ok,"
            + " :process 0, :f :txn, :value [[:append 5 1] [:r 5 [1]]]}]",
        "{:value ([:append 5 1] (:r 5)) :type :invoke :error [:x {:type 5}] :process 0 :time 12}"
            + "{:value\n#_[[]]\n[[:append 5 1] [:r 5 (1)]],,:f nil :time 30 :process 0 :type :ok}",
        "{\"index\":0,\"time\":12,\"type\":\"invoke\",\"process\":0,\"f\":\"txn\",\"value\":"
            + "[[\"append\",5,1],[\"r\",5,null]]}\n"
            + "{\"index\":1,\"time\":30,\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":"
            + "[[\"append\",5,1],[\"r\",5,[1]]]}\n",
        "[ {\"value\" : [[\"append\",5,1],[\"r\",5]], \"time\" : 12 , \"type\" : \"invoke\","
            + " \"x\":{\"type\":[true,1.5e3]}, \"process\":0 } ,\n"
            + "{\"value\":[[\"append\",5,1],[\"r\",5,[1]]],\"time\":30,\"type\":\"ok\","
            + "\"process\":0,\"f\":null}]",
      })
  void layoutDoesNotMatter(String text) throws IOException {
    assertThat(isogauge(text)).isEqualTo("0: [rt 12..30] a(5,1) r(5,[1])\n");
    assertThat(load(text).format()).isEqualTo(HistoryFormat.ELLE);
    assertThat(load(text).remarks()).isEmpty();
  }

  @Test
  void outcomes() throws IOException {
    assertThat(
            isogauge(
                """
                {:time 1 :type :invoke :process 0 :value [[:w x 1] [:r y nil]]}
                {:time 2 :type :fail :process 0 :value [[:w x 9] [:r y 8]]}
                {:time 3 :type :invoke :process 0 :value [[:w x 2] [:r y nil]]}
                {:time 4 :type :info :process 0 :error :timeout}
                {:time 5 :type :invoke :process 0 :value [[:w x 3]]}
                {:time 6 :type :invoke :process 0 :value [[:w x 4]]}
                {:time 7 :type :ok :process 0 :value [[:w x 4] [:r y nil]]}
                {:time 8 :type :invoke :process 0 :value [[:r y nil]]}
                """))
        .isEqualTo(
            """
            0: aborted [rt 1..2] w(x,1) r(y,?)
            0: indeterminate [rt 3..] w(x,2) r(y,?)
            0: indeterminate [rt 5..] w(x,3)
            0: [rt 6..7] w(x,4) r(y,nil)
            0: indeterminate [rt 8..] r(y,?)
            """);
  }

  @Test
  void completionsWithoutInvocation() throws IOException {
    String completions =
        """
        {:time 2 :type :fail :process 0 :value [[:w x 9] [:r y 8] [:r z nil]]}
        {:time 3 :type :ok :process 0 :value [[:w x 1]]}
        {:time 4 :type :info :process 0 :value [[:w x 2]]}
        {:time 5 :type :info :process 0 :value nil}
        """;
    assertThat(isogauge(completions))
        .isEqualTo(
            """
            0: aborted w(x,9) r(y,8) r(z,?)
            0: w(x,1)
            0: indeterminate w(x,2)
            0: indeterminate
            """);
    assertThat(isogauge(completions + "{:time 9 :type :invoke :process 1 :value []}"))
        .isEqualTo(
            """
            0: aborted [rt ..2] w(x,9) r(y,8) r(z,?)
            0: [rt ..3] w(x,1)
            0: indeterminate w(x,2)
            0: indeterminate
            1: indeterminate [rt 9..]
            """);
  }

  /** One that lacks a time makes all times unusable, as clocks cannot be mixed. */
  @ParameterizedTest
  @CsvSource({
    ":time 50 :index 5, :time 60 :index 6, 50..60",
    ":time 50 :index 5, :time 50 :index 6, 5..6",
    ":time 50 :index 5, :index 6, 5..6",
    ":time -1 :index 5, :time -1 :index 6, 5..6",
    ":time 50, :index 6, 0..1",
    ":time nil, :index nil, 0..1",
    "'', '', 0..1",
  })
  void clocks(String invocation, String completion, String expected) throws IOException {
    String text =
        "{:type :invoke :process 1 :value [] %s}{:type :ok :process 1 :value [] %s}"
            .formatted(invocation, completion);
    assertThat(isogauge(text)).isEqualTo("1: [rt " + expected + "]\n");
  }

  @Test
  void operationsWithoutProcessAreSessions() throws IOException {
    String text =
        """
        [{:type :invoke, :f :read, :value [[:r 0 nil] [:r 1 nil]]},
         {:type :ok, :f :read, :value [[:r 0 1] [:r 1 nil]]},
         {:type :invoke, :process 1, :value [[:r 2 nil]]},
         {:type :invoke, :value [[:r 0 nil]]},
         {:type :invoke, :value [[:w 0 1]]},
         {:type :fail, :value nil},
         {:type :ok, :process 1, :value [[:r 2 3]]}]
        """;
    assertThat(load(text).remarks())
        .containsExactly("3 transactions name no process; each was made a session of its own");
    assertThat(isogauge(text))
        .isEqualTo(
            """
            0: [rt 0..1] r(0,1) r(1,nil)
            2: indeterminate [rt 3..] r(0,?)
            3: aborted [rt 4..5] w(0,1)
            1: [rt 2..6] r(2,3)
            """);
  }

  @Test
  void otherProcessesAreSkipped() throws IOException {
    LoadedHistory loaded =
        load(
            """
            {:type :info :process :nemesis :f :start :value [:isolated {"n1" #{"n2"}}]}
            {:type :ok :process 3 :value [[:w :x "x"]]}
            {:type :info :f :kill, :value 5, :process "nemesis"}
            """);
    assertThat(loaded.remarks())
        .containsExactly(
            "2 operations of processes that are not integers, such as :nemesis, were skipped");
    assertThat(Conversions.text(HistoryFormat.ISOGAUGE, loaded.history()))
        .isEqualTo("3: w(\":x\",x)\n");
  }

  @Test
  void registers() throws IOException {
    assertThat(
            isogauge(
                """
                {:type :invoke :process 0 :f :write :value 3}
                {:type :ok :process 0 :f :write :value 3}
                {:type :invoke :process 0 :f :cas :value [3 4]}
                {:type :ok :process 0 :f :cas :value [3 4]}
                {:type :invoke :process 0 :f :cas :value [3 5]}
                {:type :fail :process 0 :f :cas :value [3 5]}
                {:type :invoke :process 0 :f :read :value nil}
                {:type :ok :process 0 :f :read :value 4}
                {:type :invoke :process 0 :f :read}
                {:type :fail :process 0 :f :read}
                {:type :invoke :process 0 :f :write :value 6}
                {:type :info :process 0 :f :write :value :timed-out}
                {:type :invoke :process 1 :f :cas :value [6 7]}
                {:type :info :process 1 :f :cas :value :timed-out}
                {:type :ok :process 2 :f :read :value nil}
                {:type :fail :process 2 :f :cas :value [1 2]}
                {:type :info :process 2 :f :write :value :timed-out}
                {:type :info :process 2 :f :write :value 8}
                {:type :info :process 2 :f :write :value :a}
                """))
        .isEqualTo(
            """
            0: [rt 0..1] w(register,3)
            0: [rt 2..3] r(register,3) w(register,4)
            0: [rt 6..7] r(register,4)
            0: aborted [rt 8..9]
            0: indeterminate [rt 10..] w(register,6)
            1: indeterminate [rt 12..] r(register,6) w(register,7)
            2: [rt ..14] r(register,nil)
            2: indeterminate
            2: indeterminate w(register,8)
            2: indeterminate w(register,":a")
            """);
  }

  @Test
  void registersWithKeys() throws IOException {
    assertThat(
            isogauge(
                """
                {:type :ok :process 0 :f :write :value [5 3]}
                {:type :ok :process 0 :f :read :value [5 nil]}
                {:type :info :process 0 :f :read :value [5 nil]}
                {:type :ok :process 0 :f :cas :value [5 [3 4]]}
                {:type :ok :process 0 :f :cas :value [5 3]}
                """))
        .isEqualTo(
            """
            0: w(5,3)
            0: r(5,nil)
            0: indeterminate r(5,?)
            0: r(5,3) w(5,4)
            0: r(register,5) w(register,3)
            """);
  }

  @Test
  void keysAndValuesThatLookAlikeDiffer() throws IOException {
    History history =
        read("{:type :ok :process 0 :value [[:w :x 1] [:w \"x\" 1] [:w 1 :y] [:w \"1\" 1N]]}");
    assertThat(history.keyCount()).isEqualTo(4);
    assertThat(history.valueName(2)).isEqualTo("\":y\"");
    assertThat(history.valueOf(3)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{:type :ok :process 0~1:22~the end of the input; expected",
        "[{:type :ok :process 0 :value []}~1:34~expected ']' after the last operation",
        "[]x~1:3~expected the end of the input after ']'",
        "5~1:1~found '5'; expected an operation",
        "{:process 0}~1:12~found an operation without :type",
        "{:type :done}~1:8~found ':done}'; expected :invoke, :ok, :fail or :info",
        "{:type :ok :type :ok}~1:16~for the second time",
        "{:type :ok :value [] :time 1.5}~1:28~found '1.5}'; expected a time",
        "{:type :ok :process [1]}~1:21~expected a process",
        "{:type :ok :process 0}~1:22~found an operation without a value",
        "{:type :ok :value 5}~1:19~found '5}'; expected a vector of micro-operations",
        "{:type :ok :f :transfer :value {:from 1}}~1:32~expected a vector of micro-operations",
        "{:type :ok :value [5]}~1:20~expected a micro-operation",
        "{:type :ok :value [[:x 5 1]]}~1:21~expected :r, :w, :append, :insert, :delete or :rp",
        "{:type :ok :value [[:append 5]]}~1:30~expected the value appended",
        "{:type :ok :value [[:r nil 5]]}~1:24~expected a key",
        "{:type :ok :value [[:w 1 [2]]]}~1:26~expected the value written",
        "{:type :ok :value [[:r 1 {2 3}]]}~1:26~expected the value read",
        "{:type :ok :value [[:w 1 2 3]]}~1:28~at the end of a micro-operation",
        "{:type :ok :f :cas :value 5}~1:27~expected the values of a compare-and-set",
        "{:type :ok :f :cas :value [5]}~1:29~expected the values of a compare-and-set",
        "{:type :ok :f :init :value [1 0]}~1:28~expected the initial state: {1 3, 2 5}",
        "{:type :ok :value [[:rp :false {}]]}~1:25~expected a predicate: :true, [:= 3] or",
        "{:type :ok :value [[:rp [:= x] {}]]}~1:29~expected an integer",
        "{:type :ok :value [[:rp [:> 3] {}]]}~1:26~expected a predicate",
        "{:type :ok :value [[:rp :true 5]]}~1:31~expected the keys and values that matched",
        "{:type :ok :value [[:inc 5]]}~1:21~expected :r, :w, :append, :insert, :delete or :rp",
        "{:type :invoke :value [[:y]]}~1:25~expected :r, :w, :append, :insert, :delete or :rp",
        "{\"type\" \"ok\"}~1:9~expected ':'",
      })
  void faultsSayWhere(String text, String place, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:" + place + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void completionsAreNotEarlierThanInvocations() {
    assertThatThrownBy(
            () ->
                read(
                    "{:type :invoke :time 5 :process 1 :value []}\n"
                        + "{:type :ok :time 4 :process 1 :value []}"))
        .hasMessageStartingWith("input:2:1: found the completion of an operation at 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "()", "\n;x\n", "#_ {:type :ok}"})
  void nothingIsAnEmptyHistory(String text) throws IOException {
    assertThat(read(text).transactionCount()).isZero();
  }

  @Test
  void closedPredicatesAreRead() throws IOException {
    String edn =
        """
        {:type :invoke :process 0 :f :init :value {1 3 2 5}}
        {:type :ok :process 0 :f :init :value {1 3 2 5}}
        {:type :invoke :process 1 :f :txn :value [[:rp [:mod 2 1] nil] [:delete 1] [:insert 3 7]]}
        {:type :ok :process 1 :f :txn :value [[:rp [:mod 2 1] {1 3 2 5}] [:delete 1] [:insert 3 7]]}
        {:type :info :process 2 :f :txn :value [[:rp :true nil] [:w 2 6]]}
        """;
    History history = Conversions.read(HistoryFormat.ELLE, edn.getBytes(StandardCharsets.UTF_8));
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.operationCount()).isEqualTo(7);
    PredicateReads predicates = history.predicateReads();
    assertThat(predicates.count()).isEqualTo(1);
    assertThat(history.atoms().plain(predicates.condition(0))).isEqualTo("value % 2 = 1");
    assertThat(predicates.resultCount(0)).isEqualTo(2);
    assertThat(predicates.resultRead(0, 0))
        .isEqualTo(history.firstOperation(predicates.transactionOf(0)));
  }
}
