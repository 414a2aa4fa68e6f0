package dev.isogauge.app.command;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.text.Suggestions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/** The arguments of one command, converted on demand; a bad one is named in the exception. */
public record Arguments(ParseResult parsed) {
  private static final String[] NONE = {};

  public boolean flag(String option) {
    return parsed.hasMatchedOption(option);
  }

  public boolean quiet() {
    return flag("--quiet");
  }

  /** The arguments that are not options; at least one. */
  public List<String> files() throws UsageException {
    String[] files = parsed.matchedPositionalValue(0, NONE);
    if (files.length == 0) {
      throw new UsageException("expected a file, a directory, or - for standard input");
    }
    return List.of(files);
  }

  /** The databases that are named; at least one. */
  public List<String> databases() throws UsageException {
    String[] databases = parsed.matchedPositionalValue(0, NONE);
    if (databases.length == 0) {
      throw new UsageException("expected a database, such as postgres or h2");
    }
    return List.of(databases);
  }

  /** The arguments that are not options, whatever they name; perhaps none. */
  public List<String> words() {
    return List.of(parsed.matchedPositionalValue(0, NONE));
  }

  /** The names of a comma-separated list. */
  public List<String> names(String option) {
    return text(option).map(text -> List.of(text.split(",", -1))).orElse(List.of());
  }

  /** What the option names; the last if it is not given. */
  public <T> T named(
      String option, Function<String, Optional<T>> byName, List<String> known, T otherwise)
      throws UsageException {
    Optional<String> name = text(option);
    if (name.isEmpty()) {
      return otherwise;
    }
    Optional<T> found = byName.apply(name.get());
    if (found.isEmpty()) {
      throw unknown(option.substring("--".length()), name.get(), known, known);
    }
    return found.get();
  }

  /** What the option was given; of one that was repeated, the values as a list with commas. */
  public Optional<String> text(String option) {
    Object value = parsed.matchedOptionValue(option, null);
    return value instanceof String[] values
        ? Optional.of(String.join(",", values))
        : Optional.ofNullable((String) value);
  }

  /** The value of keys before their first write. */
  public Optional<String> initialValue(String option) throws UsageException {
    Optional<String> value = text(option);
    if (value.isPresent()
        && (value.get().isEmpty() || value.get().chars().anyMatch(Character::isISOControl))) {
      throw new UsageException(
          option + ": found nothing or a control character; expected nil, an integer or a string");
    }
    return value;
  }

  public List<String> texts(String option) {
    return List.of(parsed.matchedOptionValue(option, NONE));
  }

  public Optional<Path> path(String option) throws UsageException {
    Optional<String> text = text(option);
    try {
      return text.map(Path::of);
    } catch (InvalidPathException e) {
      throw bad(option, text.orElse(""), "a file name");
    }
  }

  public int integer(String option, int otherwise, int least) throws UsageException {
    return (int) number(option, otherwise, least, Integer.MAX_VALUE);
  }

  public long number(String option, long otherwise, long least, long most) throws UsageException {
    Optional<String> text = text(option);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    throw bad(option, text.get(), "a whole number from " + least + " to " + most);
  }

  /** A share between 0 and 1. */
  public double ratio(String option, double otherwise) throws UsageException {
    Optional<String> text = text(option);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      double value = Double.parseDouble(text.get());
      if (value >= 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    throw bad(option, text.get(), "a number from 0 to 1");
  }

  public Optional<Duration> duration(String option) throws UsageException {
    Optional<String> text = text(option);
    Optional<Duration> value = text.flatMap(Quantities::duration);
    if (text.isPresent() && value.isEmpty()) {
      throw bad(
          option, text.get(), "a time above zero with its unit, such as 500ms, 30s, 2m or 1h");
    }
    return value;
  }

  public Optional<Long> bytes(String option) throws UsageException {
    Optional<String> text = text(option);
    Optional<Long> value = text.flatMap(Quantities::bytes);
    if (text.isPresent() && value.isEmpty()) {
      throw bad(option, text.get(), "a size above zero with its unit, such as 512m or 2g");
    }
    return value;
  }

  /** The levels of a comma-separated list, without repetition, as ordered there. */
  public Set<IsolationLevel> levels(String option) throws UsageException {
    return levels(names(option));
  }

  /** The levels of these names, without repetition. */
  public static Set<IsolationLevel> levels(List<String> names) throws UsageException {
    Set<IsolationLevel> levels = new LinkedHashSet<>();
    for (String name : names) {
      levels.add(level(name));
    }
    return levels;
  }

  private static IsolationLevel level(String name) throws UsageException {
    Optional<IsolationLevel> level = IsolationLevel.byName(name);
    if (level.isPresent()) {
      return level.get();
    }
    Set<IsolationLevel> forbidding = EnumSet.noneOf(IsolationLevel.class);
    AnomalyWords.find(name).forEach(kind -> forbidding.addAll(kind.violates()));
    if (!forbidding.isEmpty()) {
      throw new UsageException(
          "'"
              + name
              + "' is an anomaly; expected a level, such as "
              + forbidding.iterator().next().id()
              + ", which forbids it");
    }
    List<String> ids = KnownNames.levels();
    List<String> known = new ArrayList<>(ids);
    for (IsolationLevel each : IsolationLevel.values()) {
      known.addAll(each.aliases());
    }
    throw unknown("level", name, ids, known);
  }

  /** Which order strong levels are checked by. */
  public OrderSource order(String option) throws UsageException {
    Optional<String> name = text(option);
    for (OrderSource order : OrderSource.values()) {
      if (name.isEmpty() || order.id().equals(name.get())) {
        return order;
      }
    }
    throw unknown("order", name.get(), KnownNames.orders(), KnownNames.orders());
  }

  /** What shows the order of registers, of a comma-separated list. */
  public Set<RegisterOrder> registerOrder(String option) throws UsageException {
    if (text(option).isEmpty()) {
      return RegisterOrder.sound();
    }
    Set<RegisterOrder> rules = EnumSet.noneOf(RegisterOrder.class);
    for (String name : text(option).get().split(",", -1)) {
      rules.add(
          Arrays.stream(RegisterOrder.values())
              .filter(rule -> rule.id().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      unknown(
                          "register order",
                          name,
                          KnownNames.registerOrders(),
                          KnownNames.registerOrders())));
    }
    return rules;
  }

  /** The kinds of anomalies that the option names, by any of the words that people use. */
  public Set<AnomalyKind> anomalies(String option) throws UsageException {
    Optional<String> word = text(option);
    return word.isPresent() ? anomaly(word.get()) : EnumSet.noneOf(AnomalyKind.class);
  }

  /** The kinds of anomalies that a word stands for, such as write skew, FracturedRead or TAP-k. */
  public static Set<AnomalyKind> anomaly(String word) throws UsageException {
    Set<AnomalyKind> kinds = AnomalyWords.find(word);
    if (kinds.isEmpty()) {
      throw unknown("anomaly", word, KnownNames.anomalies(), AnomalyWords.known());
    }
    return kinds;
  }

  public Optional<HistoryFormat> format(String option) throws UsageException {
    return format(option, KnownNames.formats());
  }

  /** A format to write, not one that is only read. */
  public Optional<HistoryFormat> writableFormat(String option) throws UsageException {
    Optional<HistoryFormat> format = format(option, KnownNames.writableFormats());
    if (format.isPresent() && !format.get().isWritable()) {
      throw new UsageException(
          "Isogauge reads "
              + format.get().id()
              + " and does not write it; expected "
              + String.join(", ", KnownNames.writableFormats()));
    }
    return format;
  }

  private Optional<HistoryFormat> format(String option, List<String> expected)
      throws UsageException {
    Optional<String> name = text(option);
    Optional<HistoryFormat> format = name.flatMap(HistoryFormat::byName);
    if (name.isPresent() && format.isEmpty()) {
      throw unknown("format", name.get(), expected, expected);
    }
    return format;
  }

  /** The error about a name that is not one of those expected; it says what may be meant. */
  public static UsageException unknown(
      String what, String typed, List<String> expected, List<String> known) {
    return new UsageException(
        "unknown " + what + " '" + typed + "'" + Suggestions.instead(typed, expected, known));
  }

  public static UsageException bad(String option, String found, String expected) {
    return new UsageException(option + ": found '" + found + "'; expected " + expected);
  }
}
