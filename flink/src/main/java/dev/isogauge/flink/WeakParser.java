package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes transactions apart for {@link WeakJob}: each write and each read that needs one goes to its
 * value, and what is left to the transaction. What cannot be judged goes to a side output, with the
 * number of transactions.
 */
final class WeakParser extends ProcessFunction<Chunk, TimelinePart> {
  private static final long serialVersionUID = 1;

  static final OutputTag<Event> EVENTS = new OutputTag<>("weak events", EventSerializer.TYPE);
  static final OutputTag<TimelinePart> BODIES = new OutputTag<>("bodies", PartSerializer.TYPE);

  /** Writes of a value come before reads, which name their transaction and place in it. */
  static final long WRITES = 0;

  static final long READS = 1;

  /** Where something in parts is a transaction with this many reads still to come, or a read. */
  static final long BODY = 0;

  private final String initialValue;

  WeakParser(String initialValue) {
    this.initialValue = initialValue;
  }

  @Override
  public void processElement(Chunk chunk, Context context, Collector<TimelinePart> out) {
    long[] taken = new long[1];
    new ChunkReader(
            chunk,
            initialValue,
            (blocks, atoms, line) -> {
              for (RawBlock block : blocks) {
                for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
                  int at = line + (int) block.line(fragment) - 1;
                  Optional<String> fault = fault(block, fragment);
                  if (fault.isPresent()) {
                    reject(chunk, at, "found " + fault.get(), context);
                  } else {
                    taken[0]++;
                    new Fragment(block, fragment, atoms, chunk.position() + at).emit(context, out);
                  }
                }
              }
            },
            (line, why) -> reject(chunk, line, why, context))
        .read();
    context.output(EVENTS, new Event.Taken(taken[0]));
  }

  private static void reject(Chunk chunk, int line, String why, Context context) {
    context.output(EVENTS, new Event.Rejected(chunk.source(), chunk.lineOf(line), why));
  }

  private static Optional<String> fault(RawBlock block, int fragment) {
    boolean isCommitted = block.outcome(fragment) == Outcome.COMMITTED;
    if (isCommitted && block.metadata().commit(fragment) == RawBlock.NO_TIME) {
      return Optional.of("no commit timestamp; expected one on every committed transaction");
    }
    if (block.predicateReaders().get(fragment) || block.fragmentsWithUnknown().get(fragment)) {
      return Optional.of("a predicate or unknown operation; expected reads and writes of keys");
    }
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isAppend(i) || block.isListRead(i)) {
        return Optional.of("a list; expected registers, or level si or ser");
      }
    }
    return Optional.empty();
  }

  /** The key of the state of a value. */
  static String value(String key, String value) {
    return key.length() + ":" + key + value;
  }

  /** One transaction. */
  private static final class Fragment {
    private final RawBlock block;
    private final int fragment;
    private final Atoms atoms;
    private final String session;
    private final String name;
    private final long position;
    private final CommitPlace place;

    Fragment(RawBlock block, int fragment, Atoms atoms, long source) {
      this.block = block;
      this.fragment = fragment;
      this.atoms = atoms;
      FragmentMetadata metadata = block.metadata();
      boolean isNumbered = metadata.number(fragment) != RawBlock.NO_NUMBER;
      position = isNumbered ? metadata.number(fragment) : source;
      session = atoms.token(block.session(fragment));
      name =
          atoms.token(
              block.name(fragment) != Atoms.NO_NAME
                  ? block.name(fragment)
                  : atoms.text(atoms.plain(block.session(fragment)) + "." + position));
      place =
          new CommitPlace(
              metadata.commit(fragment), metadata.commitLogical(fragment), name + "@" + source);
    }

    void emit(Context context, Collector<TimelinePart> out) {
      try {
        List<String> finals = writes(out);
        if (block.outcome(fragment) == Outcome.COMMITTED) {
          reads(finals, context, out);
        }
      } catch (IOException e) {
        throw new IllegalStateException("bytes can be written to", e);
      }
    }

    /** Returns keys and last values by turns. */
    private List<String> writes(Collector<TimelinePart> out) throws IOException {
      Map<String, String> last = new LinkedHashMap<>();
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        if (block.isWrite(i)) {
          last.put(atoms.token(block.key(i)), atoms.token(block.value(i)));
        }
      }
      List<String> finals = new ArrayList<>();
      last.forEach((key, value) -> finals.addAll(List.of(key, value)));
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        if (block.isWrite(i)) {
          String key = atoms.token(block.key(i));
          String value = atoms.token(block.value(i));
          boolean isFinal = last.getOrDefault(key, "").equals(value);
          List<String> known = new ArrayList<>(isFinal ? List.of() : List.of(key, value));
          known.addAll(finals);
          DataOutputSerializer to = new DataOutputSerializer(128);
          self(isFinal, known).encode(to);
          out.collect(new TimelinePart(value(key, value), WRITES, to.getCopyOfBuffer()));
        }
      }
      return finals;
    }

    private SeenWriter self(boolean isFinal, List<String> writes) {
      return new SeenWriter(
          place, session, name, position, block.outcome(fragment), isFinal, writes);
    }

    /**
     * Reads of own writes need no other transaction; a wrong one makes the transaction a faulty
     * one.
     */
    private void reads(List<String> finals, Context context, Collector<TimelinePart> out)
        throws IOException {
      Map<String, String> own = new HashMap<>();
      boolean hasFault = false;
      int count = 0;
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        String key = atoms.token(block.key(i));
        if (block.isWrite(i)) {
          own.put(key, atoms.token(block.value(i)));
        } else if (!block.isUnknownRead(i)) {
          String value = atoms.token(block.value(i));
          if (value.equals(own.get(key))) {
            continue;
          }
          hasFault |= own.containsKey(key);
          DataOutputSerializer to = new DataOutputSerializer(64);
          ValueSerializer.writeText(place.id(), to);
          to.writeInt(count++);
          ValueSerializer.writeText(key, to);
          ValueSerializer.writeText(value, to);
          out.collect(new TimelinePart(value(key, value), READS, to.getCopyOfBuffer()));
        }
      }
      WeakTransaction transaction =
          new WeakTransaction(self(true, finals), line(), hasFault, List.of());
      DataOutputSerializer to = new DataOutputSerializer(256);
      to.writeInt(count);
      ValueSerializer.writeBytes(transaction.encode(), to);
      context.output(BODIES, new TimelinePart(place.id(), BODY, to.getCopyOfBuffer()));
    }

    private String line() {
      RawBlock copy = new RawBlock(16);
      copy.transaction(block.session(fragment), atoms.ofToken(name), block.outcome(fragment), 0);
      FragmentMetadata metadata = block.metadata();
      copy.timestamps(metadata.start(fragment), metadata.commit(fragment));
      copy.logicalTimes(metadata.startLogical(fragment), metadata.commitLogical(fragment));
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        FindingExtract.copy(block, i, copy);
      }
      return TransactionLine.of(copy, atoms);
    }
  }
}
