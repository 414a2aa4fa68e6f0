package dev.isogauge.recorder;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The file of a recording, to which lines are appended, and over whose parts others are written.
 *
 * <p>Two system calls for a transaction would cost more than all the rest, so in recordings that
 * grow there is none:
 *
 * <ol>
 *   <li>Room behind the last line is filled with blanks ahead of time, which a full disk refuses
 *       then, and mapped into memory. What is stored there is in the file whatever becomes of this
 *       process. If that happens in the middle of a line, it is the last one, which readers leave
 *       out.
 *   <li>How a transaction ended is kept for a moment, and written over the places of some at once,
 *       by a system call, which nothing interrupts. Until then they are indeterminate.
 * </ol>
 *
 * <p>Where files cannot be mapped, or not be cut while they are, each line is written by itself.
 */
final class RecordingFile {
  /** What fits there is written line by line, so that people can watch it. */
  private static final int FIRST_MAPPED = 1 << 16;

  private static final int SMALLEST = 1 << 16;
  private static final int LARGEST = 1 << 20;
  private static final int MOST_PATCHES = 128;
  private static final int PATCH_BYTES = 1 << 15;
  private static final long PERIOD_MILLIS = 20;

  private final Path path;
  private final RandomAccessFile file;

  /** Null where the file system has none. */
  private FileLock lock;

  /** Null before it is used first. */
  private FileChannel mapping;

  /** The room behind the last line; null where lines are written by themselves. */
  private MappedByteBuffer room;

  private long roomBegin;
  private int roomSize = SMALLEST;
  private boolean isMapped = File.separatorChar == '/';

  /** Where the next line begins; no other process writes to the file. */
  private long end;

  /** Where the file's pointer stands: to ask for a place that it has would be a system call. */
  private long pointer;

  /** What is to be written over places, one behind the other. */
  private final byte[] patches = new byte[PATCH_BYTES];

  private final long[] patchPlaces = new long[MOST_PATCHES];
  private final int[] patchEnds = new int[MOST_PATCHES];
  private int patchCount;
  private boolean isClosed;

  /** Why what was kept could not be written; told to the next who writes. */
  private IOException failure;

  private RecordingFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /** Opens the file, or the first of its name that no one else is writing. */
  static RecordingFile open(Path wanted) throws IOException {
    String name = wanted.getFileName().toString();
    int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
    for (int number = 1; ; number++) {
      Path path =
          number == 1
              ? wanted
              : wanted.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
      // Not a channel: interrupting a thread that writes to one closes it for all.
      RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
      RecordingFile file = new RecordingFile(path, opened);
      boolean isOurs = false;
      try {
        isOurs = file.lock();
        if (isOurs) {
          if (opened.length() > 0) {
            opened.setLength(0);
          }
          return file;
        }
      } finally {
        if (!isOurs) {
          opened.close();
        }
      }
    }
  }

  /** Whether no other recorder has the file; a file system without locks is taken at its word. */
  private boolean lock() {
    try {
      lock = file.getChannel().tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  Path path() {
    return path;
  }

  /** Appends a line and returns where it begins. */
  synchronized long append(byte[] line, int length) throws IOException {
    requireWritable();
    long place = end;
    if (hasRoom(length)) {
      try {
        room.put((int) (place - roomBegin), line, 0, length);
      } catch (InternalError e) {
        throw new IOException("another program cut the file", e);
      }
    } else {
      write(place, line, 0, length);
    }
    end += length;
    return place;
  }

  private void requireWritable() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Step 1. */
  private boolean hasRoom(int length) throws IOException {
    if (end < FIRST_MAPPED) {
      return false;
    }
    if (isMapped && (room == null || end + length > roomBegin + room.capacity())) {
      patch();
      boolean isFirst = mapping == null;
      try {
        map(Math.max(roomSize, 2 * length));
        roomSize = Math.min(LARGEST, 2 * roomSize);
        if (isFirst) {
          startPatching();
        }
      } catch (IOException | RuntimeException e) {
        isMapped = false;
        room = null;
        pointer = -1;
        cutQuietly();
      }
    }
    return isMapped;
  }

  /** Blanks that stay do no harm. */
  private void cutQuietly() {
    try {
      file.setLength(end);
    } catch (IOException e) {
      // It is no file, or one that cannot be cut.
    }
  }

  private void map(int size) throws IOException {
    byte[] blanks = new byte[size];
    Arrays.fill(blanks, (byte) ' ');
    write(end, blanks, 0, size);
    boolean isInterrupted = Thread.interrupted();
    room = null;
    while (room == null) {
      try {
        if (mapping == null || !mapping.isOpen()) {
          openMapping();
        }
        room = mapping.map(FileChannel.MapMode.READ_WRITE, end, size);
      } catch (ClosedByInterruptException e) {
        isInterrupted |= Thread.interrupted();
      }
    }
    roomBegin = end;
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A channel of its own: interrupting a thread closes it, and with it the process's lock. */
  private void openMapping() throws IOException {
    boolean isAnew = mapping != null;
    mapping = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (isAnew && lock != null) {
      lock.release();
      lock = file.getChannel().tryLock();
    }
  }

  /** Writes over a part of a line. */
  synchronized void overwrite(long place, byte[] text, int offset, int length) throws IOException {
    write(place, text, offset, length);
  }

  /** Writes over the last part of a line that will not change again, now or in a moment. */
  synchronized void complete(long place, byte[] text, int offset, int length) throws IOException {
    if (room == null || place < roomBegin || length > PATCH_BYTES || isClosed) {
      overwrite(place, text, offset, length);
      return;
    }
    requireWritable();
    int begin = patchCount == 0 ? 0 : patchEnds[patchCount - 1];
    if (patchCount == MOST_PATCHES || begin + length > PATCH_BYTES) {
      patch();
      begin = 0;
    }
    System.arraycopy(text, offset, patches, begin, length);
    patchPlaces[patchCount] = place;
    patchEnds[patchCount++] = begin + length;
  }

  /** Step 2. */
  private void patch() throws IOException {
    int count = patchCount;
    patchCount = 0;
    if (count == 0) {
      return;
    }
    long first = Long.MAX_VALUE;
    long last = 0;
    for (int i = 0; i < count; i++) {
      first = Math.min(first, patchPlaces[i]);
      last = Math.max(last, patchPlaces[i] + length(i));
    }
    if (last - first > 4 * PATCH_BYTES) {
      for (int i = 0; i < count; i++) {
        write(patchPlaces[i], patches, patchEnds[i] - length(i), length(i));
      }
    } else {
      byte[] span = new byte[(int) (last - first)];
      room.get((int) (first - roomBegin), span);
      for (int i = 0; i < count; i++) {
        int to = (int) (patchPlaces[i] - first);
        System.arraycopy(patches, patchEnds[i] - length(i), span, to, length(i));
      }
      write(first, span, 0, span.length);
    }
  }

  private int length(int patch) {
    return patchEnds[patch] - (patch == 0 ? 0 : patchEnds[patch - 1]);
  }

  private void write(long place, byte[] text, int offset, int length) throws IOException {
    if (place != pointer) {
      file.seek(place);
    }
    pointer = -1; // as long as it is not known how much was written
    file.write(text, offset, length);
    pointer = place + length;
  }

  /** Lets the file end with the last whole line. */
  synchronized void cutBack() throws IOException {
    room = null;
    isMapped = false;
    pointer = -1;
    file.setLength(end);
  }

  /** Begins to write what is kept every now and then. */
  private void startPatching() {
    Thread thread = new Thread(this::patchAgainAndAgain, "isogauge-recorder");
    thread.setDaemon(true);
    thread.start();
  }

  private void patchAgainAndAgain() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        Thread.sleep(PERIOD_MILLIS);
        synchronized (this) {
          if (!isClosed) {
            patch();
          }
          goesOn = !isClosed;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      synchronized (this) {
        failure = e;
      }
    }
  }

  synchronized void close() throws IOException {
    isClosed = true;
    try {
      patch();
      if (room != null) {
        cutQuietly();
      }
    } finally {
      room = null;
      try {
        if (mapping != null) {
          mapping.close();
        }
      } finally {
        file.close();
      }
    }
  }
}
