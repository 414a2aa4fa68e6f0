package dev.isogauge.online.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import org.junit.jupiter.api.Test;

public class TransactionTableTest {
  private final CountedMemory memory = new CountedMemory();
  private final TransactionTable table = new TransactionTable(memory);

  @Test
  void givesChunksBackWhenNothingRefersToThem() {
    int[] slots = new int[5000];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = table.arrive();
      table.set(slots[i], TransactionTable.SEQUENCE, i);
    }
    assertThat(memory.used()).isPositive();
    for (int i = 0; i < slots.length; i++) {
      assertThat(table.fact(slots[i], TransactionTable.SEQUENCE)).isEqualTo(i);
    }
    table.release(slots, slots.length);
    assertThat(memory.used()).isZero();
  }

  @Test
  void transactionsComeBackFromABlock() {
    FactsCodec codec = new FactsCodec(table);
    codec.begin();
    int count = 3000;
    for (int i = 0; i < count; i++) {
      int slot = table.arrive();
      for (int which = 0; which < TransactionTable.STRIDE; which++) {
        table.set(slot, which, which == 6 ? Atoms.NO_NAME : (long) i * i - which);
      }
      codec.add(slot);
      codec.add(slot);
    }
    BlockWriter writer = new BlockWriter(new Atoms());
    codec.write(writer);
    assertThat(codec.read(new BlockReader(writer.toBytes(), new Atoms()))).isEqualTo(count);
    int[] slots = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = codec.slot(i);
    }
    codec.end();
    long used = memory.used();
    for (int i = 0; i < count; i++) {
      assertThat(table.fact(slots[i], TransactionTable.NAME)).isEqualTo(Atoms.NO_NAME);
      assertThat(table.fact(slots[i], 11)).isEqualTo((long) i * i - 11);
    }
    table.release(slots, count);
    assertThat(memory.used()).isLessThan(used);
  }

  @Test
  void marksLateOnce() {
    int slot = table.arrive();
    table.set(slot, TransactionTable.FLAGS, TransactionTable.UPDATING);
    assertThat(table.markLate(slot)).isTrue();
    assertThat(table.markLate(slot)).isFalse();
    assertThat(table.has(slot, TransactionTable.UPDATING)).isTrue();
  }
}
