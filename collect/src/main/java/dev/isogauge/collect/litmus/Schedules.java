package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The schedules that come with Isogauge, and those of files. */
public final class Schedules {
  /** In the order of the matrix. */
  private static final List<String> IDS =
      List.of(
          "g0",
          "g1a",
          "g1b",
          "g1c",
          "otv",
          "pmp-read",
          "pmp-write",
          "lost-update",
          "g-single-item",
          "g-single-predicate",
          "g-single-write",
          "g-single-delete",
          "g2-item",
          "g2",
          "g2-two-edges",
          "read-only",
          "long-fork",
          "postgres-12.3",
          "stale-statement",
          "retry",
          "revive",
          "failed-commit");

  /** Some editors begin a file with it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final String SUFFIX = ".litmus";

  private Schedules() {}

  /** The names of the schedules that come with Isogauge. */
  public static List<String> ids() {
    return IDS;
  }

  /**
   * The schedule that comes with Isogauge and is called so, as its column is, or by its anomaly.
   */
  public static Optional<String> idOf(String name) {
    Stream<String> otherWords =
        AnomalyWords.find(name).stream()
            .flatMap(
                kind -> Stream.concat(Stream.of(kind.title()), AnomalyWords.of(kind).stream()));
    return Stream.concat(Stream.of(name), otherWords)
        .flatMap(word -> IDS.stream().filter(id -> isCalled(id, Words.plain(word))))
        .findFirst();
  }

  private static boolean isCalled(String id, String plain) {
    Schedule schedule = shipped(id);
    return Stream.of(id, schedule.title(), schedule.column())
        .anyMatch(name -> Words.plain(name).equals(plain));
  }

  /** The schedules that come with Isogauge, in the order of the matrix. */
  public static List<Schedule> all() {
    return IDS.stream().map(Schedules::shipped).toList();
  }

  /** A schedule that comes with Isogauge. */
  public static Schedule shipped(String id) {
    try {
      return ScheduleParser.parse(id + SUFFIX, id, text(id));
    } catch (InputException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The text of a schedule that comes with Isogauge. */
  public static String text(String id) {
    try (InputStream stream = Schedules.class.getResourceAsStream(id + SUFFIX)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A schedule of the user, called as its file. */
  public static Schedule read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    String id = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    String text = Files.readString(file);
    return ScheduleParser.parse(
        file.toString(), id, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
  }
}
