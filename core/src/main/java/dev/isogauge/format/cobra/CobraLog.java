package dev.isogauge.format.cobra;

import dev.isogauge.format.toolkit.BinaryInput;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;

/** Reads one log, which is one session; see {@link CobraReader} for the layout. */
final class CobraLog {
  private static final long INITIAL = 0xbebeebeeL;
  private static final long ABSENT = 0xdeadbeefL;
  private static final long UNNAMED = 0xabddefeeL;
  private static final long COLLECTOR_ON = 0x23332333L;
  private static final long COLLECTOR_OFF = 0x66666666L;

  private final String file;
  private final BinaryInput binary;
  private final CobraLayout layout;
  private final Atoms atoms;
  private final Map<Long, String> fileOf;
  private final RawBlock block = new RawBlock();

  /** Five longs an operation: kind, writer, write id, key, value. The outcome comes last. */
  private final LongArrayList operations = new LongArrayList();

  /**
   * A log to be read.
   *
   * @param fileOf the log in which each transaction stands
   */
  CobraLog(
      String file, InputStream stream, CobraLayout layout, Atoms atoms, Map<Long, String> fileOf) {
    this.file = file;
    this.binary = new BinaryInput(file, stream);
    this.layout = layout;
    this.atoms = atoms;
    this.fileOf = fileOf;
  }

  RawBlock read(String sessionName) throws IOException {
    long session = atoms.text(sessionName);
    for (int kind = binary.next(); kind >= 0; kind = binary.next()) {
      if (kind != CobraReader.START) {
        throw unexpected(kind, "'S' and a transaction");
      }
      readTransaction(session);
    }
    return block;
  }

  private void readTransaction(long session) throws IOException {
    long begin = binary.offset() - 1;
    long transaction = binary.bigEndian("the id of a transaction");
    String earlier = fileOf.putIfAbsent(transaction, file);
    if (earlier != null) {
      throw binary.fault(
          begin,
          String.format(
              Locale.ROOT, "transaction %d is also in %s; expected it once", transaction, earlier));
    }
    long beginTime = time("begin");
    operations.clear();
    int kind = readOperations();
    Outcome outcome = kind < 0 ? Outcome.INDETERMINATE : Outcome.COMMITTED;
    block.transaction(session, atoms.integer(transaction), outcome, 0);
    if (kind >= 0) {
      readCommit(transaction, beginTime);
    } else if (layout == CobraLayout.TIMED) {
      block.realTime(beginTime, RawBlock.NO_TIME);
    }
    addOperations();
  }

  /** Reads up to the commit or the end of the log, and returns that byte or -1. */
  private int readOperations() throws IOException {
    while (true) {
      int kind = binary.next();
      if (kind < 0 || kind == CobraReader.COMMIT) {
        return kind;
      }
      if (kind != CobraReader.READ && kind != CobraReader.WRITE) {
        throw unexpected(kind, "'R', 'W' or 'C'");
      }
      operations.add(kind);
      operations.add(kind == CobraReader.READ ? binary.bigEndian("the id of a writer") : UNNAMED);
      operations.add(binary.bigEndian("the id of a write"));
      operations.add(binary.bigEndian("a key"));
      operations.add(binary.bigEndian("a value"));
    }
  }

  private void readCommit(long transaction, long beginTime) throws IOException {
    long commit = binary.offset() - 1;
    long committed = binary.bigEndian("the id of a transaction");
    if (committed != transaction) {
      throw binary.fault(
          commit,
          String.format(
              Locale.ROOT, "found the commit of %d; expected that of %d", committed, transaction));
    }
    long endTime = time("commit");
    if (layout == CobraLayout.TIMED) {
      if (endTime < beginTime) {
        throw binary.fault(
            commit,
            String.format(
                Locale.ROOT,
                "transaction %d ends at %d and begins at %d; expected begin before end",
                transaction,
                endTime,
                beginTime));
      }
      block.realTime(beginTime, endTime);
    }
  }

  private long time(String what) throws IOException {
    return layout == CobraLayout.TIMED
        ? binary.bigEndian("the time of the " + what)
        : RawBlock.NO_TIME;
  }

  private void addOperations() {
    for (int i = 0; i < operations.size(); i += 5) {
      long writer = operations.getLong(i + 1);
      long writeId = operations.getLong(i + 2);
      long key = atoms.integer(operations.getLong(i + 3));
      long value = atoms.integer(operations.getLong(i + 4));
      if (operations.getLong(i) == CobraReader.WRITE) {
        block.write(key, value);
        if (writeId != UNNAMED) {
          block.writeId(atoms.integer(writeId));
        }
      } else if (writeId != COLLECTOR_ON && writeId != COLLECTOR_OFF) {
        read(key, value, writer, writeId);
      }
    }
  }

  private void read(long key, long value, long writer, long writeId) {
    if (writer == INITIAL || writer == ABSENT) {
      block.read(key, writer == ABSENT ? Atoms.NIL : value);
      block.fromWriter(Atoms.INITIAL_WRITER);
      return;
    }
    block.read(key, value);
    if (writer != UNNAMED) {
      block.fromWrite(atoms.integer(writer), atoms.integer(writeId));
    }
  }

  private IOException unexpected(int kind, String expected) {
    String found =
        kind > ' ' && kind < 0x7f ? "'" + (char) kind + "'" : String.format("0x%02x", kind);
    return binary.fault(binary.offset() - 1, "found " + found + "; expected " + expected);
  }
}
