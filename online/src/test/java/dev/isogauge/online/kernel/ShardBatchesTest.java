package dev.isogauge.online.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.host.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is collected for shards reaches a process with other atoms as it was. */
class ShardBatchesTest {
  private final Atoms atoms = new Atoms();
  private final TransactionTable table = new TransactionTable(StateMemory.UNLIMITED);
  private final Atoms otherAtoms = new Atoms();
  private final TransactionTable otherTable = new TransactionTable(StateMemory.UNLIMITED);

  @Test
  void entriesRoundTrip() {
    otherAtoms.text("takes the first number");
    ShardBatch batch = new ShardBatch(1);
    long key = atoms.text("x");
    for (int i = 0; i < 3; i++) {
      int slot = transaction(i);
      batch.add(ShardBatch.SESSION, atoms.text("s" + i), slot, 0, 0);
      batch.add(ShardBatch.READ, key, slot, 1, Atoms.NIL);
      batch.add(ShardBatch.WRITE, key, slot, 0, atoms.text("y"));
      batch.addList(ShardBatch.READ_LIST, i, slot, 4, 1, new long[] {7, key, -1});
      batch.addList(ShardBatch.APPEND, i, slot, 0, 0, new long[] {key});
    }
    byte[] bytes = BatchCodec.write(batch, new FactsCodec(table), new BlockWriter(atoms));
    ShardBatch copy = new ShardBatch(1);
    BatchCodec.read(new BlockReader(bytes, otherAtoms), new FactsCodec(otherTable), copy);

    assertThat(entries(copy, otherTable, otherAtoms)).isEqualTo(entries(batch, table, atoms));
  }

  private int transaction(int number) {
    int slot = table.arrive();
    for (int which = 0; which < TransactionTable.STRIDE; which++) {
      table.set(slot, which, 1_000L * number - which);
    }
    table.set(slot, TransactionTable.SESSION, atoms.text("s" + number));
    table.set(slot, TransactionTable.NAME, Atoms.NO_NAME);
    return slot;
  }

  private static List<String> entries(ShardBatch batch, TransactionTable table, Atoms atoms) {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < batch.count; i++) {
      StringBuilder entry = new StringBuilder();
      entry.append(batch.kind(i)).append(' ').append(atoms.token(batch.id(i)));
      entry.append(' ').append(batch.operation(i));
      boolean isAtom = batch.kind(i) == ShardBatch.READ || batch.kind(i) == ShardBatch.WRITE;
      entry.append(' ').append(isAtom ? atoms.token(batch.value(i)) : batch.value(i));
      for (long element : batch.list(i)) {
        entry.append(' ').append(atoms.token(element));
      }
      for (int which = 0; which < TransactionTable.STRIDE; which++) {
        long fact = table.fact(batch.slot(i), which);
        entry.append(' ').append(which == TransactionTable.SESSION ? atoms.token(fact) : fact);
      }
      entries.add(entry.toString());
    }
    return entries;
  }

  /** Sessions without a commit do not show how far time has come. */
  @Test
  void latestCommitsOfSessionsComeAlong() {
    RawBlock block = new RawBlock();
    add(block, "a", Outcome.COMMITTED, 30);
    add(block, "a", Outcome.COMMITTED, 20);
    add(block, "b", Outcome.ABORTED, 40);
    add(block, "c", Outcome.INDETERMINATE, 10);
    TransactionSplitter splitter = new TransactionSplitter(true, new Counter());
    ShardBatches batches =
        splitter.batches(atoms, 2, (isKey, timeline, of) -> of.token(timeline).equals("c") ? 1 : 0);
    TransactionSplitter.Block of = splitter.block(block, atoms);
    for (int run = 0; run < block.fragmentCount(); run++) {
      of.split(run, run, 0, batches);
    }
    List<Map<String, Long>> shards = new ArrayList<>();
    batches.handOver((shard, reached, bytes) -> shards.add(reached));
    assertThat(shards).containsExactly(Map.of("a", 30L), Map.of("c", 10L));

    batches.handOver((shard, reached, bytes) -> shards.add(reached));
    assertThat(shards).as("begun anew").hasSize(2);
  }

  private void add(RawBlock block, String session, Outcome outcome, long commit) {
    block.transaction(atoms.text(session), Atoms.NO_NAME, outcome, 1);
    block.timestamps(commit - 1, commit);
    block.number(commit);
    block.write(1, commit);
  }
}
