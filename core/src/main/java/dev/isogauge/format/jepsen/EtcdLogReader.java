package dev.isogauge.format.jepsen;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.LineBlocks;
import dev.isogauge.format.toolkit.ObjectBlocks;
import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Console logs of Jepsen's tests of one register, such as those of etcd. The fields of an operation
 * are separated by tabs or blanks:
 *
 * <pre>
 *   INFO  jepsen.util - 0    :invoke    :read     nil
 *   INFO  jepsen.util - 4    :ok        :cas      [3 1]
 *   INFO  jepsen.util - 2    :info      :write    :timed-out
 * </pre>
 *
 * <p>Process, event, function and value, with the meaning that {@link ElleReader} gives; the number
 * of the line is the time. Lines that are not operations are skipped. The register starts at nil.
 */
public final class EtcdLogReader implements HistoryReader {
  /** A guess: two lines make an operation. */
  private static final int BYTES_PER_OPERATION = 80;

  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    byte[] bytes;
    try (InputStream stream = input.open()) {
      bytes = stream.readAllBytes();
    }
    LineBlocks.blankByteOrderMark(bytes, bytes.length);
    int end = bytes.length + 1;
    byte[] buffer = Arrays.copyOf(bytes, end + ObjectBlocks.SLACK);
    buffer[bytes.length] = '\n';
    EventBlock block = new EventBlock(end / BYTES_PER_OPERATION);
    try {
      new EtcdLogParser(buffer, end, atoms, block).parse();
    } catch (ParseFault fault) {
      throw fault.in(input.name(), 1, 1);
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    new Pairing(input, atoms, List.of(block)).addTo(builder);
    return builder;
  }
}
