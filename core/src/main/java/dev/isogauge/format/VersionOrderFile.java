package dev.isogauge.format;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Orders of versions in a file of their own: the order lines of the isogauge format, such as {@code
 * order x: 1 2@T7}, or those of JSON Lines, and nothing else.
 */
record VersionOrderFile(Path path) {

  /** Adds the orders to a history that was read with the same atoms. */
  void addTo(HistoryBuilder history, Atoms atoms) throws IOException {
    Input input = HistoryFiles.file(path);
    HistoryBuilder read =
        (isJson(input) ? HistoryFormat.JSONL : HistoryFormat.ISOGAUGE).read(input, atoms);
    if (read.versionOrders().isEmpty()
        || read.blocks().stream().anyMatch(block -> block.operationCount() > 0)) {
      throw new InputException(
          input.name(), "expected orders of versions, such as 'order x: 1 2@T7', and nothing else");
    }
    LongOpenHashSet given = new LongOpenHashSet();
    history.versionOrders().forEach(order -> given.add(order.key()));
    for (VersionOrder order : read.versionOrders()) {
      if (!given.add(order.key())) {
        throw new InputException(
            input.name(),
            "found the version order of key "
                + atoms.token(order.key())
                + ", which the history gives too; expected it once");
      }
    }
    history.takeVersionOrders(read);
  }

  private static boolean isJson(Input input) throws IOException {
    try (InputStream stream = new BufferedInputStream(input.open())) {
      int c = stream.read();
      while (c >= 0 && Character.isWhitespace(c)) {
        c = stream.read();
      }
      return c == '{';
    }
  }
}
