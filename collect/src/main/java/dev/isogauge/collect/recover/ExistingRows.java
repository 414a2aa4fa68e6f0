package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.JsonText;
import dev.isogauge.collect.record.Nil;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A recording without the reads that found no row. By SQL such a read is a search: a row that
 * appears afterwards is a phantom, which REPEATABLE READ may show. Locks on rows cannot keep it
 * away, as there is no row to lock.
 *
 * <p>Leaving out a read takes away what it tells and adds nothing, so whatever the rest violates
 * the whole violates, too.
 */
public final class ExistingRows {
  private ExistingRows() {}

  /** Writes the rest of the recording, and tells how many reads were left out. */
  public static long write(Path recording, Path rest) throws IOException {
    long leftOut = 0;
    try (BufferedReader reader = Files.newBufferedReader(recording);
        BufferedWriter writer = Files.newBufferedWriter(rest)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Map<String, Object> object = JsonLine.parse(line);
        if (object.get("ops") instanceof List<?> operations) {
          List<?> kept = operations.stream().filter(each -> !isAbsent((List<?>) each)).toList();
          leftOut += operations.size() - kept.size();
          object.put("ops", kept);
        }
        writer.write(new JsonText().value(object).raw("\n").toString());
      }
    }
    return leftOut;
  }

  private static boolean isAbsent(List<?> operation) {
    return operation.size() == 3
        && operation.get(0).equals("r")
        && (operation.get(2) == Nil.NIL || operation.get(2).equals(List.of()));
  }
}
