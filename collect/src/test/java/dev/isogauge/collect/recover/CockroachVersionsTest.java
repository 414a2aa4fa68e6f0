package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.sql.HybridTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a changefeed of CockroachDB says, in the form that its manual describes. */
class CockroachVersionsTest {
  private static final String FIRST = "1649191262981391000.0000000000";
  private static final String SECOND = "1649191262981391000.0000000002";

  private static List<Object> message(String key, String after, String time) {
    return List.of(
        "items", key, "{\"after\": " + after + ", \"mvcc_timestamp\": \"" + time + "\"}");
  }

  private static List<CommittedTransaction> read(List<List<Object>> messages) throws IOException {
    List<CommittedTransaction> transactions = new ArrayList<>();
    CockroachVersions.pass(messages, transactions::add);
    return transactions;
  }

  /** Messages of different keys come in any order, and some twice. */
  @Test
  void transactionsComeInTheOrderOfTheirTimes() throws Exception {
    List<CommittedTransaction> transactions =
        read(
            List.of(
                message("[2]", "{\"id\": 2, \"val\": 21}", SECOND),
                message("[1]", "{\"id\": 1, \"val\": 10}", FIRST),
                message("[2]", "{\"id\": 2, \"val\": 20}", FIRST),
                message("[1]", "{\"id\": 1, \"val\": 10}", FIRST),
                message("[1]", "null", SECOND)));
    assertThat(transactions.stream().map(CommittedTransaction::changes))
        .containsExactly(
            Map.of(1L, OptionalLong.of(10), 2L, OptionalLong.of(20)),
            Map.of(1L, OptionalLong.empty(), 2L, OptionalLong.of(21)));
    assertThat(transactions.stream().map(CommittedTransaction::xid))
        .containsExactly(HybridTime.place(FIRST).start(), HybridTime.place(SECOND).start());
    assertThat(transactions.get(1).deleted()).containsExactly(1L);
  }

  /** As PostgreSQL's driver shows bytes. */
  @Test
  void bytesAreDecoded() throws Exception {
    String value = "{\"after\": {\"id\": 1, \"val\": 10}, \"mvcc_timestamp\": \"" + FIRST + "\"}";
    StringBuilder bytes = new StringBuilder("\\x");
    value.chars().forEach(each -> bytes.append(Integer.toHexString(each)));
    assertThat(read(List.of(List.of("items", "\\x5b315d", bytes.toString()))).get(0).changes())
        .isEqualTo(Map.of(1L, OptionalLong.of(10)));
  }

  @Test
  void aMessageWithoutItsTimeIsNotGuessedAt() {
    assertThatThrownBy(() -> read(List.of(List.of("items", "[1]", "{\"after\": null}"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected mvcc_timestamp");
  }
}
