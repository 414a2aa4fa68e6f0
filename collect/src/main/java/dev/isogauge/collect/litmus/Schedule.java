package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.Capabilities;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A scripted interleaving of transactions.
 *
 * @param id its name on the command line and in file names
 * @param title what it is called
 * @param column its heading in the matrix
 * @param about what it shows, for people
 * @param shows the findings that mean that the database allows what the schedule is about
 * @param setup the items that exist before, in the order of the file
 * @param sessions by transaction: its session; transactions of one session share a connection
 * @param keys all items, setup or not
 * @param steps in the order in which they are begun
 */
public record Schedule(
    String id,
    String title,
    String column,
    String about,
    Set<AnomalyKind> shows,
    Map<String, Long> setup,
    Map<String, String> sessions,
    List<String> keys,
    List<Step> steps) {
  public Schedule {
    shows = Collections.unmodifiableSet(EnumSet.copyOf(shows));
    setup = Collections.unmodifiableMap(new LinkedHashMap<>(setup));
    sessions = Collections.unmodifiableMap(new LinkedHashMap<>(sessions));
    keys = List.copyOf(keys);
    steps = List.copyOf(steps);
  }

  /** The same with other transactions. */
  Schedule with(Map<String, String> otherSessions, List<Step> otherSteps) {
    return new Schedule(id, title, column, about, shows, setup, otherSessions, keys, otherSteps);
  }

  /** Whether a key is a list: something is appended to it. */
  public boolean isList(String key) {
    return steps.stream()
        .anyMatch(
            step -> step.action().verb() == Action.Verb.APPEND && step.action().key().equals(key));
  }

  /** Whether any key is a list. */
  public boolean hasLists() {
    return keys.stream().anyMatch(this::isList);
  }

  /** The item's number in the database. */
  public long number(String key) {
    int index = keys.indexOf(key);
    if (index < 0) {
      throw new IllegalArgumentException("no item " + key);
    }
    return index + 1L;
  }

  /** The item of a number in the database. */
  public String key(long number) {
    return number >= 1 && number <= keys.size() ? keys.get((int) number - 1) : "item" + number;
  }

  /** What it needs and such a database cannot do; empty if it can run. */
  public Optional<String> obstacle(Capabilities database) {
    return steps.stream()
        .map(step -> step.action().verb())
        .filter(verb -> verb.needs().isPresent() && !database.has(verb.needs().get()))
        .findFirst()
        .map(verb -> "it cannot " + verb.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  /** As a file, which reads back as an equal schedule. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("title: ").append(title).append('\n');
    text.append("column: ").append(column).append('\n');
    if (!about.isEmpty()) {
      text.append("about: ").append(about).append('\n');
    }
    text.append("shows: ")
        .append(shows.stream().map(AnomalyKind::title).distinct().collect(Collectors.joining(", ")))
        .append('\n');
    if (!setup.isEmpty()) {
      text.append("setup:");
      setup.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
      text.append('\n');
    }
    for (String session : sessionNames()) {
      List<String> members =
          steps.stream()
              .map(Step::transaction)
              .distinct()
              .filter(transaction -> sessions.get(transaction).equals(session))
              .toList();
      text.append("session ").append(session).append(": ");
      text.append(String.join(" ", members)).append('\n');
    }
    text.append('\n');
    steps.forEach(step -> text.append(step).append('\n'));
    return text.toString();
  }

  /** The names of its sessions, in the order in which they are first used. */
  public List<String> sessionNames() {
    return steps.stream().map(step -> sessions.get(step.transaction())).distinct().toList();
  }
}
