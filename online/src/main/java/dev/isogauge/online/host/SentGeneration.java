package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The transactions that were sent within one horizon, in pages: those in use are in memory, the
 * others on disk. Used by one thread.
 */
final class SentGeneration {
  static final List<String> KINDS = List.of("numbers", "ids");

  final int number;
  private final StateStore store;
  private final Blocks pages;
  private final Blocks ids;

  /** By a hash of timeline and page; of two with the same hash one is here. */
  private final Long2ObjectOpenHashMap<SentPage> resident = new Long2ObjectOpenHashMap<>();

  private long bytes;
  private long clock;

  SentGeneration(StateStore store, int number) {
    this.number = number;
    this.store = store;
    Atoms none = new Atoms();
    pages = store.blocks(0, number, none);
    ids = store.blocks(1, number, none);
  }

  /** The page of a number, which may be empty. */
  SentPage page(long timeline, long transaction) {
    long page = transaction >> SentPage.BITS;
    long hash = HashCommon.mix(timeline ^ HashCommon.mix(page));
    SentPage found = resident.get(hash);
    if (found == null || !found.is(timeline, page)) {
      if (found != null) {
        evict(found);
      }
      found =
          pages
              .block(key(timeline, page))
              .map(block -> SentPage.decode(timeline, page, block))
              .orElseGet(() -> new SentPage(timeline, page));
      resident.put(hash, found);
      bytes += found.bytes();
    }
    found.used = clock++;
    return found;
  }

  private static Blocks.Key key(long timeline, long page) {
    return new Blocks.Key(timeline, page, 0, 0);
  }

  void put(long timeline, long transaction, long digest, long batch, int line) {
    SentPage page = page(timeline, transaction);
    bytes -= page.bytes();
    page.put(transaction, digest, batch, line);
    bytes += page.bytes();
  }

  void batch(long batch, String id) {
    ids.put(key(0, batch), id.getBytes(UTF_8));
  }

  Optional<String> id(long batch) {
    return ids.block(key(0, batch)).map(bytesOfId -> new String(bytesOfId, UTF_8));
  }

  long bytes() {
    return bytes;
  }

  /** Sends the half of the pages to disk that were not used for longest. */
  void shrink() {
    List<SentPage> all = new ArrayList<>(resident.values());
    all.sort(Comparator.comparingLong(page -> page.used));
    for (SentPage page : all.subList(0, (all.size() + 1) / 2)) {
      evict(page);
    }
  }

  private void evict(SentPage page) {
    write(page);
    resident.remove(HashCommon.mix(page.timeline ^ HashCommon.mix(page.page)));
    bytes -= page.bytes();
  }

  private void write(SentPage page) {
    if (page.changed) {
      pages.put(key(page.timeline, page.page), page.encode());
      page.changed = false;
    }
  }

  /** Makes the store hold all there is. */
  void flush() {
    resident.values().forEach(this::write);
  }

  /** Forgets everything. */
  void drop() {
    store.removeShard(0, number);
    store.removeShard(1, number);
  }
}
