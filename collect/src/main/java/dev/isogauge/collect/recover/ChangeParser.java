package dev.isogauge.collect.recover;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Understands the messages of PostgreSQL's output plugin pgoutput, protocol version 1, about the
 * table {@code items(id, val)}, which must be the only published one.
 *
 * <pre>
 *   begin    = 'B' i64 place of the commit, i64 time, i32 xid
 *   commit   = 'C' ...
 *   insert   = 'I' i32 table, 'N' row
 *   update   = 'U' i32 table, [ ('K' | 'O') old row ], 'N' row
 *   delete   = 'D' i32 table, ('K' | 'O') old row
 *   row      = i16 columns, { 'n' | 'u' | 't' i32 length, text }      null, unchanged, text
 * </pre>
 *
 * <p>A deleted row has at least its primary key. Other messages are about tables and types.
 */
final class ChangeParser {
  private final long firstXid;
  private final Consumer<CommittedTransaction> transactions;
  private long xid;
  private long lsn;
  private Map<Long, OptionalLong> changes = new HashMap<>();
  private Set<Long> deleted = new HashSet<>();

  /**
   * A parser.
   *
   * @param firstXid with its epoch; no transaction in the messages has a lower number
   * @param transactions gets those that changed items, in the order of their commits
   */
  ChangeParser(long firstXid, Consumer<CommittedTransaction> transactions) {
    this.firstXid = firstXid;
    this.transactions = transactions;
  }

  void accept(ByteBuffer message) {
    char type = (char) message.get();
    switch (type) {
      case 'B' -> {
        lsn = message.getLong();
        message.getLong();
        xid = withEpoch(Integer.toUnsignedLong(message.getInt()));
      }
      case 'C' -> commit();
      case 'I', 'U', 'D' -> {
        message.getInt();
        change(message);
      }
      default -> {
        // Nothing about rows.
      }
    }
  }

  /** Messages have the lower half of the number only. */
  private long withEpoch(long half) {
    long number = (firstXid & ~0xFFFF_FFFFL) | half;
    return number < firstXid ? number + (1L << 32) : number;
  }

  private void change(ByteBuffer message) {
    char kind = (char) message.get();
    OptionalLong[] row = row(message);
    boolean dead = kind != 'N' && !message.hasRemaining();
    if (kind != 'N' && !dead) {
      message.get();
      row = row(message);
    }
    long key = row[0].orElseThrow();
    changes.put(key, dead ? OptionalLong.empty() : row[1]);
    if (dead) {
      deleted.add(key);
    }
  }

  private static OptionalLong[] row(ByteBuffer message) {
    OptionalLong[] row = new OptionalLong[message.getShort()];
    for (int i = 0; i < row.length; i++) {
      row[i] = OptionalLong.empty();
      if (message.get() == 't') {
        byte[] text = new byte[message.getInt()];
        message.get(text);
        row[i] = OptionalLong.of(Long.parseLong(new String(text, StandardCharsets.US_ASCII)));
      }
    }
    return row;
  }

  private void commit() {
    if (!changes.isEmpty()) {
      transactions.accept(CommittedTransaction.at(xid, lsn, changes, deleted));
      changes = new HashMap<>();
      deleted = new HashSet<>();
    }
  }
}
