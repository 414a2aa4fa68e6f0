package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.app.serve.Refusal.Reason;
import dev.isogauge.online.host.RecordStore;
import dev.isogauge.online.host.RecordStore.Changes;
import dev.isogauge.online.kernel.Horizon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Recognises batches and transactions that were sent before: the same again counts once, and
 * another one under the same id or number is refused. What is known becomes durable together with
 * the batch. With a horizon it is known for one horizon at least and two at most: each horizon
 * begins a generation, and the one before the last is forgotten.
 *
 * <pre>
 *   ids:  generation (u32) id -> transactions (u32) crc32c of body (u32)
 *   sent: generation (u32) timeline (i64) number (i64) -> length of id (u16) id (digest (i64) line (u32))*
 *   notes: "horizon" -> generation (u32) transactions (i64) time (i64)
 * </pre>
 *
 * <p>An entry of {@code sent} is about transactions of one batch whose numbers follow one another
 * in a timeline ({@link Fingerprints}), and has the number of the first; signed numbers in keys
 * have their sign inverted. No number is in two entries. One thread adds, others may ask for
 * batches.
 */
final class SentBefore {
  private static final byte[] HORIZON = "horizon".getBytes(UTF_8);
  private static final int KEY = Integer.BYTES + 2 * Long.BYTES;
  private static final int ENTRY = Long.BYTES + Integer.BYTES;

  /** Of so many timelines the highest number is remembered. */
  private static final int REMEMBERED = 1 << 16;

  private final RecordStore store;
  private final Horizon horizon;
  private volatile int generation;

  /** Transactions since the generation began, and when it began. */
  private long transactions;

  private long since;

  /** By timeline: the highest number that is known, or the least one if there is none. */
  private final Long2LongOpenHashMap highest = new Long2LongOpenHashMap();

  /**
   * The transactions of a batch.
   *
   * @param repeated which of them were sent before
   * @param fresh those that were not and can be recognised, by timeline and number
   */
  record Checked(BitSet repeated, IntList fresh) {}

  /** Transactions of a batch whose numbers follow one another. */
  private record Run(String id, long timeline, long first, ByteBuffer entries) {
    static Run decode(long timeline, long first, byte[] value) {
      ByteBuffer from = ByteBuffer.wrap(value);
      byte[] id = new byte[from.getShort()];
      from.get(id);
      return new Run(new String(id, UTF_8), timeline, first, from.slice());
    }

    /** Of transactions of a batch, from one place in a list to before another one. */
    static Run of(Fingerprints batch, String id, IntList transactions, int from, int to) {
      ByteBuffer entries = ByteBuffer.allocate((to - from) * ENTRY);
      for (int i = from; i < to; i++) {
        int transaction = transactions.getInt(i);
        entries.putLong(batch.digest(transaction));
        entries.putInt((int) Math.min(batch.line(transaction), Integer.MAX_VALUE));
      }
      int first = transactions.getInt(from);
      return new Run(id, batch.timeline(first), batch.number(first), entries.flip());
    }

    byte[] encoded() {
      byte[] name = id.getBytes(UTF_8);
      return ByteBuffer.allocate(Short.BYTES + name.length + entries.limit())
          .putShort((short) name.length)
          .put(name)
          .put(entries.duplicate())
          .array();
    }

    long last() {
      return first + entries.limit() / ENTRY - 1;
    }

    boolean has(long wanted, long number) {
      return timeline == wanted && first <= number && number <= last();
    }

    long digest(long number) {
      return entries.getLong((int) (number - first) * ENTRY);
    }

    int line(long number) {
      return entries.getInt((int) (number - first) * ENTRY + Long.BYTES);
    }
  }

  private record Place(long timeline, long number) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = Long.compare(timeline, other.timeline);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  SentBefore(RecordStore store, Horizon horizon) throws IOException {
    this.store = store;
    this.horizon = horizon;
    Optional<byte[]> noted = store.get(Records.NOTES, HORIZON);
    if (noted.isPresent()) {
      ByteBuffer from = ByteBuffer.wrap(noted.get());
      generation = from.getInt();
      transactions = from.getLong();
      since = from.getLong();
    }
  }

  /**
   * How many transactions an earlier batch of this id had, if there was one.
   *
   * @throws Refusal if it had another body
   */
  Optional<Acceptance> batch(String id, byte[] body) throws Refusal, IOException {
    int newest = generation;
    Optional<byte[]> found = store.get(Records.IDS, idKey(newest, id));
    if (found.isEmpty() && newest > 0) {
      found = store.get(Records.IDS, idKey(newest - 1, id));
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer from = ByteBuffer.wrap(found.get());
    requireSame(from.getInt(Integer.BYTES), body);
    return Optional.of(new Acceptance(from.getInt(0), 0, true));
  }

  /** Refuses a body that is not the one of a checksum. */
  static void requireSame(int checksum, byte[] body) throws Refusal {
    if (Batch.checksum(body) != checksum) {
      throw new Refusal(
          Reason.OTHER_BODY, "this Batch-Id was used for another body; expected a new one");
    }
  }

  private static byte[] idKey(int generation, String id) {
    byte[] bytes = id.getBytes(UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(generation).put(bytes).array();
  }

  /** Before all keys of a generation. */
  private static byte[] prefix(int generation) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(generation).array();
  }

  private static byte[] key(int generation, long timeline, long number) {
    return ByteBuffer.allocate(KEY)
        .putInt(generation)
        .putLong(timeline ^ Long.MIN_VALUE)
        .putLong(number ^ Long.MIN_VALUE)
        .array();
  }

  Group begin(long now) {
    return new Group(now);
  }

  /** What is around a number of a timeline: the run that begins there or before, and the next. */
  private final class Near {
    private final long timeline;
    private final long number;
    private Optional<Run> below = Optional.empty();
    private long above = Long.MAX_VALUE;

    Near(long timeline, long number) throws IOException {
      this.timeline = timeline;
      this.number = number;
      for (int from = generation; from >= Math.max(0, generation - 1); from--) {
        look(from);
      }
    }

    private void look(int from) throws IOException {
      store.forEachAround(
          Records.SENT,
          key(from, timeline, number),
          (key, value) -> {
            ByteBuffer place = ByteBuffer.wrap(key);
            int foundGeneration = place.getInt();
            long found = place.getLong() ^ Long.MIN_VALUE;
            if (foundGeneration != from || found != timeline) {
              return foundGeneration < from || (foundGeneration == from && found < timeline);
            }
            long first = place.getLong() ^ Long.MIN_VALUE;
            if (first > number) {
              above = Math.min(above, first);
              return false;
            }
            if (below.isEmpty() || first > below.get().first()) {
              below = Optional.of(Run.decode(timeline, first, value));
            }
            return true;
          });
    }

    /** Whether it tells of another number, too. */
    boolean covers(long otherTimeline, long other) {
      return timeline == otherTimeline && number <= other && other < above;
    }
  }

  private long highest(long timeline) throws IOException {
    long known = highest.getOrDefault(timeline, Long.MIN_VALUE);
    if (known == Long.MIN_VALUE && !highest.containsKey(timeline)) {
      if (highest.size() >= REMEMBERED) {
        highest.clear();
      }
      Optional<Run> last = new Near(timeline, Long.MAX_VALUE).below;
      known = last.map(Run::last).orElse(Long.MIN_VALUE);
      highest.put(timeline, known);
    }
    return known;
  }

  /** Batches that become durable together. */
  final class Group {
    private final long now;
    private final Map<String, byte[]> ids = new HashMap<>();
    private final TreeMap<Place, Run> runs = new TreeMap<>();
    private Near near;
    private long added;

    private Group(long now) {
      this.now = now;
    }

    /**
     * Looks for the transactions of a batch.
     *
     * @throws RepeatedException if one was sent before with other content
     */
    Checked check(Fingerprints batch, String id) throws RepeatedException, IOException {
      BitSet repeated = new BitSet();
      IntArrayList fresh = new IntArrayList();
      int conflict = batch.count();
      Optional<Run> contradicted = Optional.empty();
      int before = -1;
      for (int i : inOrder(batch)) {
        boolean isAgain = before >= 0 && batch.isSameNumber(before, i);
        Optional<Run> known =
            isAgain
                ? Optional.of(Run.of(batch, id, IntList.of(before), 0, 1))
                : find(batch.timeline(i), batch.number(i));
        if (known.isEmpty()) {
          fresh.add(i);
          before = i;
        } else if (known.get().digest(batch.number(i)) == batch.digest(i)) {
          repeated.set(i);
        } else if (i < conflict) {
          conflict = i;
          contradicted = known;
        }
      }
      if (contradicted.isPresent()) {
        Run by = contradicted.get();
        throw new RepeatedException(
            id, batch.line(conflict), by.id(), by.line(batch.number(conflict)));
      }
      return new Checked(repeated, fresh);
    }

    private int[] inOrder(Fingerprints batch) {
      int[] order = IntStream.range(0, batch.count()).filter(batch::isKnown).toArray();
      IntArrays.quickSort(order, batch::compare);
      return order;
    }

    /** The run with a number. */
    private Optional<Run> find(long timeline, long number) throws IOException {
      Map.Entry<Place, Run> here = runs.floorEntry(new Place(timeline, number));
      if (here != null && here.getValue().has(timeline, number)) {
        return Optional.of(here.getValue());
      }
      if (number > highest(timeline)) {
        return Optional.empty();
      }
      if (near == null || !near.covers(timeline, number)) {
        near = new Near(timeline, number);
      }
      return near.below.filter(run -> run.has(timeline, number));
    }

    /** Takes note of a batch that was read last. */
    void add(Fingerprints batch, String id, byte[] body, Checked checked) {
      if (!id.isEmpty()) {
        ByteBuffer counted = ByteBuffer.allocate(2 * Integer.BYTES).putInt(batch.count());
        ids.put(id, counted.putInt(Batch.checksum(body)).array());
      }
      added += batch.count() - checked.repeated().cardinality();
      IntList fresh = checked.fresh();
      for (int from = 0, to; from < fresh.size(); from = to) {
        to = from + 1;
        while (to < fresh.size() && batch.isNextNumber(fresh.getInt(to - 1), fresh.getInt(to))) {
          to++;
        }
        Run run = Run.of(batch, id, fresh, from, to);
        runs.put(new Place(run.timeline(), run.first()), run);
      }
    }

    /** Puts what is noted into the changes that make it durable. */
    void finish(Changes changes) {
      ids.forEach((id, value) -> changes.put(Records.IDS, idKey(generation, id), value));
      runs.forEach(
          (place, run) ->
              changes.put(
                  Records.SENT, key(generation, place.timeline(), place.number()), run.encoded()));
      if (!horizon.equals(Horizon.NONE)) {
        if (ages()) {
          // Of no use from now on is what came before this generation.
          for (int family : new int[] {Records.IDS, Records.SENT}) {
            changes.removeRange(family, new byte[0], prefix(generation));
          }
        }
        changes.put(
            Records.NOTES,
            HORIZON,
            ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES)
                .putInt(ages() ? generation + 1 : generation)
                .putLong(ages() ? 0 : transactions + added)
                .putLong(ages() ? now : since)
                .array());
      }
    }

    private boolean ages() {
      return transactions + added > horizon.transactions() || now - since > horizon.nanos();
    }

    /** The changes are durable. */
    void committed() {
      for (Run run : runs.values()) {
        if (highest.containsKey(run.timeline())) {
          highest.put(run.timeline(), Math.max(highest.get(run.timeline()), run.last()));
        }
      }
      boolean isOver = ages();
      transactions = isOver ? 0 : transactions + added;
      since = isOver ? now : since;
      generation = isOver ? generation + 1 : generation;
    }
  }
}
