package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Many small random histories as one, in JSON lines: each has keys and sessions of its own, so that
 * findings are those of all.
 */
public final class Histories {
  /** A line and its session, in whose order it must stay unless it has a number. */
  private record Line(String session, boolean isNumbered, String text) {}

  private final List<Line> lines = new ArrayList<>();

  public static Histories random(int seed, int samples) {
    Histories histories = new Histories();
    for (int i = 0; i < samples; i++) {
      histories.add(Sample.random(new SplittableRandom(seed * 100_000L + i)), i);
    }
    return histories;
  }

  private void add(Sample sample, int index) {
    // Half of the samples have strings for everything.
    boolean strings = index % 2 == 0;
    for (Sample.Transaction transaction : sample.transactions()) {
      lines.add(line(transaction, index, strings));
    }
  }

  private static Line line(Sample.Transaction transaction, int sample, boolean strings) {
    String session = name("s", transaction.session(), sample, strings);
    StringBuilder text = new StringBuilder();
    text.append("{\"session\":").append(session);
    text.append(",\"txn\":").append(name("t", transaction.index(), sample, true));
    if (transaction.outcome() != Outcome.COMMITTED) {
      String outcome = transaction.outcome().name().toLowerCase(Locale.ROOT);
      text.append(",\"outcome\":\"").append(outcome).append('"');
    }
    if (!transaction.commit().equals(Sample.Time.NONE)) {
      text.append(",\"ts\":[").append(time(transaction.start()));
      text.append(',').append(time(transaction.commit())).append(']');
    }
    if (transaction.begin() != RawBlock.NO_TIME || transaction.end() != RawBlock.NO_TIME) {
      text.append(",\"rt\":[").append(time(transaction.begin()));
      text.append(',').append(time(transaction.end())).append(']');
    }
    boolean numbered = transaction.number() != RawBlock.NO_NUMBER;
    if (numbered) {
      text.append(",\"sno\":").append(transaction.number());
    }
    text.append(",\"ops\":[");
    String comma = "";
    for (Sample.Operation operation : transaction.operations()) {
      text.append(comma).append(operation(operation, sample, strings));
      comma = ",";
    }
    return new Line(session, numbered, text.append("]}").toString());
  }

  private static String operation(Sample.Operation operation, int sample, boolean strings) {
    String key = name("k", operation.key(), sample, strings);
    return switch (operation.kind()) {
      case READ -> "[\"r\"," + key + "," + value(operation.value(), strings) + "]";
      case READ_UNKNOWN -> "[\"r\"," + key + "]";
      case WRITE -> "[\"w\"," + key + "," + value(operation.value(), strings) + "]";
      case APPEND -> "[\"a\"," + key + "," + value(operation.value(), strings) + "]";
      case READ_LIST ->
          "[\"r\","
              + key
              + ",["
              + String.join(",", operation.elements().stream().map(e -> value(e, strings)).toList())
              + "]]";
    };
  }

  private static String name(String prefix, long number, int sample, boolean strings) {
    return strings
        ? "\"" + prefix + sample + "/" + number + "\""
        : Long.toString(sample * 1000L + number);
  }

  private static String value(long value, boolean strings) {
    return value == Atoms.NIL ? "null" : strings ? "\"v \u00fc" + value + "\"" : "" + value;
  }

  private static String time(Sample.Time time) {
    return "[" + time.physical() + "," + time.logical() + "]";
  }

  private static String time(long time) {
    return time == RawBlock.NO_TIME ? "null" : Long.toString(time);
  }

  public int size() {
    return lines.size();
  }

  /** What offline checking finds. */
  public List<TimestampFinding> offline(IsolationLevel level) throws IOException {
    return offline(lines.stream().map(Line::text).toList(), level);
  }

  public static List<TimestampFinding> offline(List<String> lines, IsolationLevel level)
      throws IOException {
    StringBuilder all = new StringBuilder();
    lines.forEach(line -> all.append(line).append('\n'));
    byte[] bytes = all.toString().getBytes(UTF_8);
    Atoms atoms = new Atoms();
    List<RawBlock> blocks =
        HistoryFormat.JSONL
            .read(
                new Input() {
                  @Override
                  public String name() {
                    return "histories";
                  }

                  @Override
                  public InputStream open() {
                    return new ByteArrayInputStream(bytes);
                  }
                },
                atoms)
            .blocks();
    return Offline.findings(blocks, level, atoms);
  }

  /** The lines in groups, in random order where order means nothing. */
  public List<List<String>> groups(int count, SplittableRandom random) {
    List<List<String>> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(new ArrayList<>());
    }
    Map<String, Integer> groupOfSession = new HashMap<>();
    for (Line line : lines) {
      if (line.isNumbered) {
        List<String> group = groups.get(random.nextInt(count));
        group.add(random.nextInt(group.size() + 1), line.text);
      } else {
        groups
            .get(groupOfSession.computeIfAbsent(line.session, name -> random.nextInt(count)))
            .add(line.text);
      }
    }
    return groups;
  }

  /** Writes the groups to files, some compressed. */
  public void write(Path directory, int files, SplittableRandom random) throws IOException {
    List<List<String>> contents = groups(files, random);
    Files.createDirectories(directory);
    for (int i = 0; i < files; i++) {
      boolean isCompressed = i % 3 == 0;
      Path file = directory.resolve("part-" + i + (isCompressed ? ".jsonl.gz" : ".jsonl"));
      try (OutputStream plain = Files.newOutputStream(file);
          OutputStream out = isCompressed ? new GZIPOutputStream(plain) : plain) {
        for (String text : contents.get(i)) {
          out.write((text + "\n").getBytes(UTF_8));
        }
      }
    }
  }
}
