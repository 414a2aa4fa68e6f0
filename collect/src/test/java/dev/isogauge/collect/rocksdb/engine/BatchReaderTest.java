package dev.isogauge.collect.rocksdb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchReaderTest {
  private final ByteBuffer batch = ByteBuffer.allocate(1_000).order(ByteOrder.LITTLE_ENDIAN);

  private List<List<Long>> changes() {
    byte[] bytes = new byte[batch.position()];
    batch.flip().get(bytes);
    BatchReader reader = new BatchReader(bytes);
    List<List<Long>> changes = new ArrayList<>();
    while (reader.next()) {
      changes.add(List.of(reader.mark(), reader.sequence()));
    }
    return changes;
  }

  private void begin(long sequence, int count) {
    batch.putLong(sequence).putInt(count);
  }

  private void text(int length) {
    if (length > 127) {
      batch.put((byte) (length % 128 + 128)).put((byte) (length / 128));
    } else {
      batch.put((byte) length);
    }
    batch.put(new byte[length]);
  }

  private void mark(long transaction) {
    batch.put((byte) 3).put((byte) 8).put(BatchReader.remark(transaction));
  }

  @Test
  void transactionsThatWereWrittenTogetherAreToldApart() {
    begin(40, 3);
    mark(7);
    batch.put((byte) 1);
    text(3);
    text(300);
    batch.put((byte) 0);
    text(130);
    mark(8);
    batch.put((byte) 13).put((byte) 1);
    text(0);
    text(1);
    assertThat(changes()).containsExactly(List.of(7L, 40L), List.of(7L, 41L), List.of(8L, 42L));
  }

  @Test
  void changesBeforeAnyMarkHaveNoMark() {
    begin(1, 1);
    batch.put((byte) 0);
    text(2);
    assertThat(changes()).containsExactly(List.of(BatchReader.NO_MARK, 1L));
  }

  @Test
  void anUnexpectedRecordIsNotGuessedAt() {
    begin(1, 1);
    batch.put((byte) 2);
    assertThatThrownBy(this::changes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kind 2");
  }
}
