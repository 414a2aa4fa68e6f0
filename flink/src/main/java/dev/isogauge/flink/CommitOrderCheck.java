package dev.isogauge.flink;

import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.flink.WeakTransaction.Read;
import dev.isogauge.flink.WeakTransaction.Seen;
import dev.isogauge.history.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Compares everything that read committed or read atomic forces upon the order of commits with the
 * order of commit timestamps. A batch brings session after session, each in its order.
 *
 * <ol>
 *   <li>The session: the transaction before it commits first.
 *   <li>Reads: what it read was committed, and final, and not written by itself.
 *   <li>With t1 whose value of x it reads, and t2 that wrote x too: t2 commits before t1 if, for
 *       read committed, it reads from t2 before; if, for read atomic, it reads from t2 or follows
 *       it in the session. Of those in the session the last that wrote x stands for all: they
 *       commit in its order, or step 1 has found that they do not.
 * </ol>
 *
 * <p>What goes against the order makes a window of it suspicious: from the end of such an edge to
 * its beginning, or for a bad read the transaction itself. If nothing does, the order is a proof.
 */
final class CommitOrderCheck extends KeyedProcessFunction<String, TimelinePart, TimelinePart> {
  private static final long serialVersionUID = 1;

  /** Both ends of windows, as bytes of parts. */
  static final OutputTag<TimelinePart> SUSPICIONS =
      new OutputTag<>("suspicions", PartSerializer.TYPE);

  private final boolean atomic;

  // Of the present session.
  private transient String session;
  private transient CommitPlace before;
  private transient Map<String, SeenWriter> lastWriters;

  CommitOrderCheck(boolean atomic) {
    this.atomic = atomic;
  }

  @Override
  public void processElement(TimelinePart part, Context context, Collector<TimelinePart> out)
      throws IOException {
    WeakTransaction transaction = WeakTransaction.decode(part.bytes());
    if (!transaction.session().equals(session)) {
      session = transaction.session();
      before = null;
      lastWriters = new HashMap<>();
    }
    // Step 1.
    if (before != null) {
      edge(before, transaction.place(), context);
    }
    before = transaction.place();
    // Step 2.
    if (transaction.hasFault()) {
      suspect(transaction.place(), transaction.place(), context);
    }
    for (Read read : transaction.reads()) {
      look(transaction, read, context);
    }
    // Step 3.
    List<Read> known = new ArrayList<>(transaction.reads());
    Map<String, SeenWriter> writers = new LinkedHashMap<>();
    if (atomic) {
      transaction.reads().forEach(read -> add(read, writers));
    }
    for (Read read : transaction.reads()) {
      if (read.seen() == Seen.WRITER || read.seen() == Seen.INITIAL) {
        for (SeenWriter other : writers.values()) {
          if (other.writes(read.key())) {
            forced(other.place(), read, context);
          }
        }
        SeenWriter last = atomic ? lastWriters.get(read.key()) : null;
        if (last != null) {
          forced(last.place(), read, context);
          if (read.seen() == Seen.INITIAL) {
            // The window of the last writer shall have this transaction, and know the writer.
            known.add(new Read(read.key(), Seen.WRITER, Optional.of(last)));
          }
        }
      }
      add(read, writers);
    }
    List<String> writes = transaction.self().writes();
    for (int i = 0; i < writes.size(); i += 2) {
      lastWriters.put(writes.get(i), transaction.self());
    }
    out.collect(new TimelinePart(part.timeline(), part.commit(), transaction.with(known).encode()));
  }

  private static void add(Read read, Map<String, SeenWriter> to) {
    read.writer()
        .filter(writer -> writer.outcome() == Outcome.COMMITTED)
        .ifPresent(writer -> to.putIfAbsent(writer.id(), writer));
  }

  private static void look(WeakTransaction transaction, Read read, Context context)
      throws IOException {
    if (read.seen() == Seen.SEVERAL) {
      unjudged(transaction, "several transactions wrote what it read of " + read.key(), context);
    } else if (read.seen() == Seen.NOTHING) {
      suspect(transaction.place(), transaction.place(), context);
    } else if (read.seen() == Seen.WRITER) {
      SeenWriter writer = read.writer().orElseThrow();
      if (writer.outcome() == Outcome.COMMITTED && writer.isFinal()) {
        edge(writer.place(), transaction.place(), context);
      } else if (writer.outcome() == Outcome.INDETERMINATE) {
        unjudged(transaction, "it is not known when what it read was committed", context);
      } else {
        suspect(transaction.place(), transaction.place(), context);
      }
    }
  }

  private static void unjudged(WeakTransaction transaction, String why, Context context) {
    context.output(
        WeakParser.EVENTS,
        new Event.Unjudged(
            TimestampedTransaction.of(transaction.place().id(), transaction.session()), why));
  }

  /** A transaction that wrote a key commits before whatever wrote the value that was read of it. */
  private static void forced(CommitPlace other, Read read, Context context) throws IOException {
    if (read.writer().isEmpty()) {
      suspect(other, other, context); // Nothing commits before what was there initially.
    } else if (read.writer().get().outcome() == Outcome.COMMITTED
        && !read.writer().get().id().equals(other.id())) {
      edge(other, read.writer().get().place(), context);
    }
  }

  private static void edge(CommitPlace from, CommitPlace to, Context context) throws IOException {
    if (from.compareTo(to) >= 0) {
      suspect(to, from, context);
    }
  }

  private static void suspect(CommitPlace first, CommitPlace last, Context context)
      throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(4 * Long.BYTES);
    to.writeLong(first.commit());
    to.writeLong(first.logical());
    to.writeLong(last.commit());
    to.writeLong(last.logical());
    context.output(SUSPICIONS, new TimelinePart("w", 0, to.getCopyOfBuffer()));
  }
}
