package dev.isogauge.collect.search;

import dev.isogauge.anomaly.AnomalyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a search has come, as a text of lines {@code name: value}. A part of a round of samples
 * is not kept.
 */
final class SearchState {
  private static final String HEAD = "search: 1";

  private final String about;
  private long done;
  private int rounds;
  private long sampled;
  private long undecided;
  private final Map<Candidate, Set<AnomalyKind>> found = new LinkedHashMap<>();

  /**
   * The state of a search that has not begun.
   *
   * @param about what is searched, in one line; a state of something else is not gone on from
   */
  SearchState(String about) {
    this.about = about;
  }

  /** How many schedules of the bound have been run. */
  long done() {
    return done;
  }

  void done(long count) {
    done += count;
  }

  /** How many rounds of samples have been run. */
  int rounds() {
    return rounds;
  }

  void roundDone(int samples) {
    rounds++;
    sampled += samples;
  }

  /** How many larger schedules have been run. */
  long sampled() {
    return sampled;
  }

  long undecided() {
    return undecided;
  }

  void undecided(long count) {
    undecided += count;
  }

  /** The schedules that break a claim, and by which anomalies. */
  Map<Candidate, Set<AnomalyKind>> found() {
    return found;
  }

  /** Writes all of it, or leaves the file as it was. */
  void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(HEAD).append('\n');
    text.append("about: ").append(about).append('\n');
    text.append("done: ").append(done).append('\n');
    text.append("rounds: ").append(rounds).append('\n');
    text.append("sampled: ").append(sampled).append('\n');
    text.append("undecided: ").append(undecided).append('\n');
    found.forEach(
        (candidate, kinds) ->
            text.append("found: ")
                .append(kinds.stream().sorted().map(Enum::name).collect(Collectors.joining(",")))
                .append(' ')
                .append(candidate)
                .append('\n'));
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * The state in a file, or that of a search that has not begun where there is none.
   *
   * @throws IOException also if the file is of another search
   */
  static SearchState read(Path file, String about) throws IOException {
    SearchState state = new SearchState(about);
    if (!Files.exists(file)) {
      return state;
    }
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      int colon = line.indexOf(": ");
      try {
        state.take(line.substring(0, colon), line.substring(colon + 2));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IOException(
            file + ":" + number + ":1: found '" + line + "'; expected the state of a search");
      }
    }
    return state;
  }

  private void take(String name, String value) throws IOException {
    switch (name) {
      case "search" -> {
        if (!value.equals("1")) {
          throw new IOException("it was written by another version of Isogauge");
        }
      }
      case "about" -> {
        if (!value.equals(about)) {
          throw new IOException(
              "it holds another search (" + value + "); give another directory, or remove this");
        }
      }
      case "done" -> done = Long.parseLong(value);
      case "rounds" -> rounds = Integer.parseInt(value);
      case "sampled" -> sampled = Long.parseLong(value);
      case "undecided" -> undecided = Long.parseLong(value);
      case "found" -> {
        int blank = value.indexOf(' ');
        Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
        Arrays.stream(value.substring(0, blank).split(",", -1))
            .map(AnomalyKind::valueOf)
            .forEach(kinds::add);
        found.put(Candidate.parse(value.substring(blank + 1)), kinds);
      }
      default -> throw new IllegalArgumentException(name);
    }
  }
}
