package dev.isogauge.format.cobra;

import dev.isogauge.format.spi.HistoryReader;
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Cobra's logs, big-endian: a directory with one {@code *.log} per session, or one such file.
 *
 * <pre>
 *   'S' i64 transaction                                   begin; some logs: and an i64 time
 *   'W' i64 writeId, key, value
 *   'R' i64 writerTransaction, writerWriteId, key, value
 *   'C' i64 transaction                                   commit; some logs: and an i64 time
 * </pre>
 *
 * <p>Transactions that aborted are not in the logs; one that lacks its C at the end of a log is
 * indeterminate. Times are the client's. Reads name their writer by transaction and write id, with
 * these special ids:
 *
 * <ul>
 *   <li>0xbebeebee: the initial transaction;
 *   <li>0xdeadbeef: the initial transaction, and the key was absent (the value is nil);
 *   <li>0xabddefee: not named; the value shows the write;
 *   <li>write ids 0x23332333 and 0x66666666: a flag that the recorder's garbage collector sets from
 *       outside; such reads are left out.
 * </ul>
 *
 * <p>As the initial transaction is named, no value means initial: every key starts at nil.
 */
public final class CobraReader implements HistoryReader {
  static final byte START = 'S';
  static final byte WRITE = 'W';
  static final byte READ = 'R';
  static final byte COMMIT = 'C';

  private static final String SUFFIX = ".log";
  private static final int PEEKED = 1 << 16;

  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    if (input.directory().isPresent()) {
      List<Path> logs = logs(input.directory().get());
      if (logs.isEmpty()) {
        throw new InputException(input.name(), "found no *.log in the directory; expected some");
      }
      return read(logs, atoms);
    }
    HistoryBuilder builder = builder(atoms);
    try (InputStream stream = input.open()) {
      builder.add(readLog(input.name(), stream, atoms, new Long2ObjectOpenHashMap<>()));
    }
    return builder;
  }

  private static HistoryBuilder builder(Atoms atoms) {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.readsTellInitialValues();
    return builder;
  }

  /** Reads logs as the sessions of one history. */
  public static HistoryBuilder read(List<Path> logs, Atoms atoms) throws IOException {
    HistoryBuilder builder = builder(atoms);
    Map<Long, String> fileOf = new Long2ObjectOpenHashMap<>();
    for (Path log : logs) {
      try (InputStream stream = Files.newInputStream(log)) {
        builder.add(readLog(log.toString(), stream, atoms, fileOf));
      }
    }
    return builder;
  }

  private static RawBlock readLog(
      String name, InputStream stream, Atoms atoms, Map<Long, String> fileOf) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(stream, PEEKED);
    buffered.mark(PEEKED);
    CobraLayout layout = CobraLayout.of(buffered.readNBytes(PEEKED));
    buffered.reset();
    return new CobraLog(name, buffered, layout, atoms, fileOf).read(sessionName(name));
  }

  /** T1 of a/b/T1.log. */
  private static String sessionName(String file) {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /** The logs of a directory; T2 comes before T10. */
  public static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .filter(Files::isRegularFile)
          .sorted(
              Comparator.comparingInt((Path file) -> file.getFileName().toString().length())
                  .thenComparing(file -> file.getFileName().toString()))
          .toList();
    }
  }
}
