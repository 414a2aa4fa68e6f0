package dev.isogauge.online.host;

import dev.isogauge.online.host.BlockLog.Address;
import dev.isogauge.online.kernel.Blocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A part of an index on disk: sorted entries that never change, in pages.
 *
 * <pre>
 *   page  = entries (u32) crc32c of the entries (u32) entry*, filled up to 4096 bytes
 *   entry = timeline low lowLogical tieBreak (i64 each) file offset length (u32 each)
 * </pre>
 *
 * <p>An entry of length 0 says that there is no block any more. Memory holds the first key of each
 * page, and a filter by which most timelines that are not there are recognised.
 */
final class IndexRun {
  private static final int PAGE = 4096;
  private static final int PAGE_HEADER = 8;
  private static final int ENTRY = 4 * 8 + 3 * 4;
  private static final int PAGE_ENTRIES = (PAGE - PAGE_HEADER) / ENTRY;

  /** What stands for an entry without a block. */
  static final Address GONE = new Address(0, 0, 0);

  final StateFile file;
  private final List<Blocks.Key> firsts = new ArrayList<>();
  private TimelineFilter filter;
  private int count;

  private final ByteBuffer page = ByteBuffer.allocate(PAGE);
  private int pageNumber = -1;

  // What the last search found.
  private Blocks.Key foundKey;
  private Address foundAddress = GONE;

  private IndexRun(StateFile file) {
    this.file = file;
  }

  /** Writes sorted entries. */
  static final class Writer {
    private final IndexRun run;
    private final StateFiles files;
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * PAGE);
    private long written;
    private int inPage;

    Writer(StateFiles files, String name, int entriesAtMost) throws IOException {
      this.files = files;
      run = new IndexRun(files.create(name));
      run.filter = new TimelineFilter(entriesAtMost);
    }

    void add(Blocks.Key key, Address address) throws IOException {
      if (inPage == PAGE_ENTRIES) {
        endPage();
      }
      if (inPage == 0) {
        run.firsts.add(key);
        buffer.putLong(0);
      }
      buffer.putLong(key.timeline()).putLong(key.low());
      buffer.putLong(key.lowLogical()).putLong(key.tieBreak());
      buffer.putInt(address.file()).putInt(address.offset()).putInt(address.length());
      run.filter.add(key.timeline());
      run.count++;
      inPage++;
    }

    private void endPage() throws IOException {
      int begin = buffer.position() - PAGE_HEADER - inPage * ENTRY;
      buffer.putInt(begin, inPage);
      buffer.putInt(begin + 4, checksum(buffer, begin + PAGE_HEADER, inPage));
      buffer.position(begin);
      int end = begin + PAGE;
      for (int i = begin + PAGE_HEADER + inPage * ENTRY; i < end; i++) {
        buffer.put(i, (byte) 0);
      }
      buffer.position(end);
      inPage = 0;
      if (!buffer.hasRemaining()) {
        flush();
      }
    }

    private void flush() throws IOException {
      buffer.flip();
      int length = buffer.remaining();
      run.file.write(buffer, written);
      written += length;
      files.wrote(length);
      buffer.clear();
    }

    IndexRun end() throws IOException {
      if (inPage > 0) {
        endPage();
      }
      flush();
      return run;
    }
  }

  private static int checksum(ByteBuffer buffer, int begin, int entries) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.slice(begin, entries * ENTRY));
    return (int) crc.getValue();
  }

  /** Opens a run that was written whole. */
  static IndexRun open(StateFile file, int count) throws IOException {
    IndexRun run = new IndexRun(file);
    run.filter = new TimelineFilter(count);
    int pages = (count + PAGE_ENTRIES - 1) / PAGE_ENTRIES;
    for (int number = 0; number < pages; number++) {
      int entries = run.load(number);
      run.firsts.add(run.key(0));
      for (int i = 0; i < entries; i++) {
        run.filter.add(run.page.getLong(PAGE_HEADER + i * ENTRY));
      }
      run.count += entries;
    }
    if (run.count != count) {
      throw new IOException(file.path() + ": found " + run.count + " entries; expected " + count);
    }
    return run;
  }

  int count() {
    return count;
  }

  boolean mayHave(long timeline) {
    return filter.mayHave(timeline);
  }

  /** Finds the last entry at or below a key. */
  boolean floor(Blocks.Key key) throws IOException {
    int number = pageOf(key);
    if (number < 0) {
      return false;
    }
    load(number);
    take(floorInPage(key));
    return true;
  }

  /** Finds the last entry below a key. */
  boolean lower(Blocks.Key key) throws IOException {
    if (!floor(key)) {
      return false;
    }
    if (foundKey.compareTo(key) < 0) {
      return true;
    }
    int number = pageNumber;
    int index = floorInPage(key);
    if (index == 0) {
      if (number == 0) {
        return false;
      }
      index = load(number - 1);
    }
    take(index - 1);
    return true;
  }

  /** Finds the first entry above a key. */
  boolean higher(Blocks.Key key) throws IOException {
    int number = pageOf(key);
    int index = 0;
    if (number < 0) {
      number = 0;
      load(0);
    } else {
      index = floorInPage(key, load(number)) + 1;
      if (index == page.getInt(0)) {
        number++;
        index = 0;
        if (number == firsts.size()) {
          return false;
        }
        load(number);
      }
    }
    take(index);
    return true;
  }

  /** The entry at a place in the order, for merging. */
  void at(int index) throws IOException {
    // All pages but the last are full.
    load(index / PAGE_ENTRIES);
    take(index % PAGE_ENTRIES);
  }

  Blocks.Key foundKey() {
    return foundKey;
  }

  Address foundAddress() {
    return foundAddress;
  }

  private void take(int index) {
    int at = PAGE_HEADER + index * ENTRY + 32;
    foundKey = key(index);
    foundAddress = new Address(page.getInt(at), page.getInt(at + 4), page.getInt(at + 8));
  }

  private Blocks.Key key(int index) {
    int at = PAGE_HEADER + index * ENTRY;
    return new Blocks.Key(
        page.getLong(at), page.getLong(at + 8), page.getLong(at + 16), page.getLong(at + 24));
  }

  /** The page that holds a key if any does; -1 if the key is below all. */
  private int pageOf(Blocks.Key key) {
    int low = 0;
    int high = firsts.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (firsts.get(middle).compareTo(key) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  private int floorInPage(Blocks.Key key) {
    return floorInPage(key, page.getInt(0));
  }

  /** The last entry of the page at or below a key; the first one is. */
  private int floorInPage(Blocks.Key key, int entries) {
    int low = 1;
    int high = entries - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  private int compare(int index, Blocks.Key key) {
    int at = PAGE_HEADER + index * ENTRY;
    int order = Long.compare(page.getLong(at), key.timeline());
    if (order == 0) {
      order = Long.compare(page.getLong(at + 8), key.low());
    }
    if (order == 0) {
      order = Long.compare(page.getLong(at + 16), key.lowLogical());
    }
    return order != 0 ? order : Long.compare(page.getLong(at + 24), key.tieBreak());
  }

  /** Reads a page; returns how many entries it has. */
  private int load(int number) throws IOException {
    if (number != pageNumber) {
      pageNumber = -1;
      page.clear();
      file.read(page, (long) number * PAGE);
      int entries = page.getInt(0);
      if (entries < 1
          || entries > PAGE_ENTRIES
          || page.getInt(4) != checksum(page, PAGE_HEADER, entries)) {
        throw new IOException(
            file.path()
                + ": byte "
                + (long) number * PAGE
                + ": the content does not match its checksum");
      }
      pageNumber = number;
    }
    return page.getInt(0);
  }
}
