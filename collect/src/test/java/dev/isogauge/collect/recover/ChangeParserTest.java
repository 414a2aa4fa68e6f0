package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeParserTest {
  private final List<CommittedTransaction> transactions = new ArrayList<>();

  @Test
  void readsTheLastChangeOfEachItem() {
    ChangeParser parser = new ChangeParser(700, transactions::add);
    parser.accept(begin(0x1_0000_00FFL, 745));
    parser.accept(change('I').put((byte) 'N').put(row("1", "10")).flip());
    parser.accept(change('U').put((byte) 'N').put(row("1", "11")).flip());
    parser.accept(
        change('U').put((byte) 'O').put(row("2", "20")).put((byte) 'N').put(row("2", "21")).flip());
    parser.accept(change('D').put((byte) 'K').put(row("3", null)).flip());
    parser.accept(change('D').put((byte) 'K').put(row("4", null)).flip());
    parser.accept(change('I').put((byte) 'N').put(row("4", "40")).flip());
    parser.accept(ByteBuffer.wrap(new byte[] {'C', 0}));

    assertThat(transactions)
        .containsExactly(
            CommittedTransaction.at(
                745,
                0x1_0000_00FFL,
                Map.of(
                    1L, OptionalLong.of(11),
                    2L, OptionalLong.of(21),
                    3L, OptionalLong.empty(),
                    4L, OptionalLong.of(40)),
                Set.of(3L, 4L)));
    assertThat(transactions.get(0).place()).isEqualTo("1/FF");
  }

  @Test
  void addsTheEpoch() {
    long first = 0x5_FFFF_FFF0L;
    ChangeParser parser = new ChangeParser(first, transactions::add);
    for (int xid : new int[] {(int) first, 3}) {
      parser.accept(begin(1, xid));
      parser.accept(change('I').put((byte) 'N').put(row("1", "10")).flip());
      parser.accept(ByteBuffer.wrap(new byte[] {'C'}));
    }
    assertThat(transactions.stream().map(CommittedTransaction::xid))
        .containsExactly(first, 0x6_0000_0003L);
  }

  @Test
  void skipsTransactionsOfOtherTables() {
    ChangeParser parser = new ChangeParser(1, transactions::add);
    parser.accept(begin(1, 2));
    parser.accept(ByteBuffer.wrap(new byte[] {'R', 0, 0}));
    parser.accept(ByteBuffer.wrap(new byte[] {'C'}));
    assertThat(transactions).isEmpty();
  }

  private static ByteBuffer begin(long place, int xid) {
    return ByteBuffer.allocate(21).put((byte) 'B').putLong(place).putLong(0).putInt(xid).flip();
  }

  private static ByteBuffer change(char kind) {
    return ByteBuffer.allocate(100).put((byte) kind).putInt(16384);
  }

  /** A row of texts; null is SQL's. */
  private static byte[] row(String... columns) {
    ByteBuffer row = ByteBuffer.allocate(50).putShort((short) columns.length);
    for (String column : columns) {
      if (column == null) {
        row.put((byte) 'n');
      } else {
        byte[] text = column.getBytes(StandardCharsets.US_ASCII);
        row.put((byte) 't').putInt(text.length).put(text);
      }
    }
    byte[] bytes = new byte[row.flip().remaining()];
    row.get(bytes);
    return bytes;
  }
}
