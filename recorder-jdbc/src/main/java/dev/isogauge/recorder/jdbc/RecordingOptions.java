package dev.isogauge.recorder.jdbc;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What to record, and where to: {@code file=FILE[,table=TABLE(KEY;VALUE)]...}, in URLs and in the
 * agent's argument. Several columns are joined by a plus sign.
 */
record RecordingOptions(Path file, Optional<Mapping> mapping) {
  private static final Pattern TABLE = Pattern.compile("table=([^(;]+)\\(([^;)]+);([^;)]+)\\)");

  /** A colon ends the options of a URL, but for that of a drive. */
  private static final Pattern END = Pattern.compile("(?<!file=[A-Za-z](?=:[\\\\/])):");

  static RecordingOptions of(String options) {
    Path file = null;
    List<TableMapping> tables = new ArrayList<>();
    for (String option : options.split(",", -1)) {
      Matcher table = TABLE.matcher(option);
      if (option.startsWith("file=") && option.length() > 5) {
        file = path(option.substring(5));
      } else if (table.matches()) {
        tables.add(
            new TableMapping(
                table.group(1),
                List.of(table.group(2).split("\\+", -1)),
                List.of(table.group(3).split("\\+", -1)),
                List.of()));
      } else {
        throw new IllegalArgumentException(
            "found '" + option + "', expected file=FILE or table=TABLE(KEY;VALUE)");
      }
    }
    if (file == null) {
      throw new IllegalArgumentException("found no file, expected file=FILE");
    }
    return new RecordingOptions(
        file, tables.isEmpty() ? Optional.empty() : Optional.of(Mapping.of(tables)));
  }

  private static Path path(String file) {
    try {
      return Path.of(file).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("found 'file=" + file + "': " + e.getReason(), e);
    }
  }

  /** Where the options of a URL end that begin at a place; -1 if they do not. */
  static int end(String url, int begin) {
    Matcher end = END.matcher(url);
    return end.find(begin) ? end.start() : -1;
  }
}
