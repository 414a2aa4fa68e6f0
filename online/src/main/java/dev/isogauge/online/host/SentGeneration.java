package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.online.kernel.Blocks;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The transactions that were sent within one horizon, in pages: those in use are in memory, the
 * others on disk. Used by one thread.
 */
final class SentGeneration implements AutoCloseable {
  private static final List<String> MAPS = List.of("numbers", "ids");

  final int number;
  private final Path directory;
  private final DiskSpace space;
  private final BlockStore store;
  private final Blocks pages;
  private final Blocks ids;

  /** By a hash of timeline and page; of two with the same hash one is here. */
  private final Long2ObjectOpenHashMap<SentPage> resident = new Long2ObjectOpenHashMap<>();

  private long bytes;
  private long clock;

  SentGeneration(Path directory, int number, DiskSpace space) {
    this.number = number;
    this.directory = directory;
    this.space = space;
    AtomicLong uncounted = new AtomicLong();
    store = new BlockStore(directory, "sent" + number, MAPS, uncounted, uncounted, space);
    pages = store.map(0);
    ids = store.map(1);
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

  /** Makes everything durable; returns where it is. */
  byte[] save() {
    resident.values().forEach(this::write);
    return store.save();
  }

  void restore(byte[] saved) throws IOException {
    store.restore(saved);
  }

  /** Keeps the files that an older checkpoint refers to. */
  void keep(byte[] saved) throws IOException {
    try (SentGeneration then = new SentGeneration(directory, number, space)) {
      then.restore(saved);
      store.keep(then.store);
    }
  }

  void checkpointed() {
    store.checkpointed(OnlineChecker.KEPT);
  }

  @Override
  public void close() {
    store.close();
  }

  /** Deletes the files of all generations but some. */
  static void clean(Path directory, List<Integer> kept) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "sent*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (kept.stream().noneMatch(each -> name.startsWith("sent" + each + "-"))) {
          Files.delete(file);
        }
      }
    }
  }
}
