package dev.isogauge.flink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a job is asked to do.
 *
 * @param source where transactions come from: a file, a directory, or a topic
 * @param level snapshot isolation or serializability, or in a batch read committed or read atomic
 * @param isBatch whether all input is there, so that it can be sorted
 * @param clock streaming: what makes verdicts final
 * @param delay streaming by arrival: how long a verdict stays provisional
 * @param idle streaming by event time: a session that was silent for so long holds back nothing
 * @param initial what keys have before the first write, if the first file need not state it
 * @param horizon streaming: how long state is kept, if not for ever
 * @param findings where findings go as they come, if anywhere
 * @param report where the report goes when the input has ended, if anywhere
 * @param extract where histories around the violations of the report go, if anywhere; the report is
 *     then read, and nothing is checked
 * @param cacheBytes how much state an operator keeps in memory beside Flink's
 */
record JobOptions(
    String source,
    IsolationLevel level,
    boolean isBatch,
    FinalityClock clock,
    Duration delay,
    Duration idle,
    Optional<String> initial,
    Optional<Duration> horizon,
    Optional<String> findings,
    Optional<String> report,
    Optional<String> extract,
    long cacheBytes) {
  static final String USAGE =
      """
      Usage: flink run isogauge-flink.jar --source URI --level si|ser|rc|ra [options]
      Checks transactions that have timestamps.

        --source URI         a file or directory (file:///data/history/, s3://bucket/history/) of
                             Isogauge's JSON Lines or TimeKiller's JSON, compressed by gzip or not; or
                             a topic (kafka://broker:9092/txns) of such lines
        --level LEVEL        si or ser: snapshot isolation or serializability, as timestamps claim;
                             rc or ra: read committed or read atomic, in batch mode
        --mode MODE          streaming (default) or batch, which sorts all input and needs no state
        --clock CLOCK        streaming: verdicts are final when the delay is over (arrival, default)
                             or when all sessions have gone on (event)
        --delay TIME         by arrival: how long a verdict stays provisional; default 5s
        --idle TIME          by event time: a session that was silent for so long holds back
                             nothing; default 30s
        --initial V          what keys have before the first write; default: what the first file
                             states in its first line, as in {"default":0}, else nil
        --horizon TIME       streaming: drop state of what came longer ago than this; what still
                             comes for it is not judged, and the verdict unknown; default never
        --findings URI       a directory or topic for findings, as JSON lines
        --report URI         a file for the report, as JSON, when the input has ended
        --extract URI        instead of checking: write a small history around each violation of
                             the report to a directory, for 'isogauge check' and 'shrink'
        --memory SIZE        memory for state of each parallel judge; default 64m

      Examples:
        flink run -p 8 isogauge-flink.jar --mode batch --source file:///data/history/ --level si --report file:///data/report.json
        flink run -p 64 isogauge-flink.jar --source kafka://broker:9092/txns --level si --findings kafka://broker:9092/findings
      """;

  private static final Set<IsolationLevel> WEAK =
      EnumSet.of(IsolationLevel.READ_COMMITTED, IsolationLevel.READ_ATOMIC);
  private static final Set<IsolationLevel> LEVELS =
      EnumSet.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC);
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg])");

  static JobOptions parse(String... arguments) throws OptionException {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (!name.startsWith("--") || !USAGE.contains("  " + name + " ")) {
        throw new OptionException("found " + name + "; expected an option, as in --level si");
      }
      if (i + 1 == arguments.length) {
        throw new OptionException(name + " has no value; expected one, as in --level si");
      }
      if (given.put(name, arguments[i + 1]) != null) {
        throw new OptionException(name + " is given twice; expected it once");
      }
    }
    if (given.containsKey("--extract")) {
      required(given, "--report");
    }
    boolean isBatch =
        choice(given, "--mode", "streaming", "batch").equals("batch")
            || given.containsKey("--extract");
    if (isBatch && given.containsKey("--horizon") && !given.containsKey("--extract")) {
      throw new OptionException("found --horizon; expected it with --mode streaming only");
    }
    IsolationLevel level = level(required(given, "--level"));
    if (WEAK.contains(level) && (!isBatch || given.containsKey("--extract"))) {
      throw new OptionException(
          "found --level "
              + given.get("--level")
              + "; expected it with --mode batch only, and without --extract");
    }
    return new JobOptions(
        required(given, "--source"),
        level,
        isBatch,
        choice(given, "--clock", "arrival", "event").equals("arrival")
            ? FinalityClock.ARRIVAL
            : FinalityClock.EVENT_TIME,
        time(given, "--delay", "5s"),
        time(given, "--idle", "30s"),
        Optional.ofNullable(given.get("--initial")),
        given.containsKey("--horizon")
            ? Optional.of(time(given, "--horizon", ""))
            : Optional.empty(),
        Optional.ofNullable(given.get("--findings")),
        Optional.ofNullable(given.get("--report")),
        Optional.ofNullable(given.get("--extract")),
        size(given, "--memory", "64m"));
  }

  private static String required(Map<String, String> given, String name) throws OptionException {
    String value = given.get(name);
    if (value == null) {
      throw new OptionException("found no " + name + "; expected it");
    }
    return value;
  }

  private static IsolationLevel level(String name) throws OptionException {
    Optional<IsolationLevel> level = IsolationLevel.byName(name);
    if (level.isEmpty() || !LEVELS.contains(level.get())) {
      throw new OptionException("found --level " + name + "; expected si, ser, rc or ra");
    }
    return level.get();
  }

  private static String choice(Map<String, String> given, String name, String... values)
      throws OptionException {
    String value = given.getOrDefault(name, values[0]);
    for (String possible : values) {
      if (possible.equals(value)) {
        return value;
      }
    }
    throw new OptionException(
        "found " + name + " " + value + "; expected " + String.join(" or ", values));
  }

  private static Duration time(Map<String, String> given, String name, String otherwise)
      throws OptionException {
    String text = given.getOrDefault(name, otherwise).toLowerCase(Locale.ROOT);
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new OptionException("found " + name + " " + text + "; expected a time, as in 5s");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  private static long size(Map<String, String> given, String name, String otherwise)
      throws OptionException {
    String text = given.getOrDefault(name, otherwise).toLowerCase(Locale.ROOT);
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new OptionException("found " + name + " " + text + "; expected a size, as in 64m");
    }
    int shift = 10 * ("kmg".indexOf(matcher.group(2)) + 1);
    return Long.parseLong(matcher.group(1)) << shift;
  }

  boolean isWeak() {
    return WEAK.contains(level);
  }

  boolean snapshots() {
    return level == IsolationLevel.SNAPSHOT_ISOLATION;
  }

  /** What keys have before the first write, once the first file was asked. */
  String initialValue() {
    return initial.orElse(InitialValue.NIL);
  }

  /** The same with what the first file states, unless an option says it. */
  JobOptions withStatedInitialValue() throws OptionException {
    return new JobOptions(
        source,
        level,
        isBatch,
        clock,
        delay,
        idle,
        initial.isPresent() ? initial : TransactionSources.statedInitialValue(source),
        horizon,
        findings,
        report,
        extract,
        cacheBytes);
  }

  /** What says the initial value in a history; nothing if it is nil. */
  String initialLine() {
    if (initialValue().equals(InitialValue.NIL)) {
      return "";
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = EventLines.generator(text)) {
      json.writeStartObject();
      json.writeFieldName("default");
      Atoms atoms = new Atoms();
      long value = InitialValue.atom(initialValue(), atoms);
      if (atoms.isInteger(value)) {
        json.writeNumber(initialValue());
      } else {
        json.writeString(initialValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("strings can be written to", e);
    }
    return text.toString();
  }

  KernelOptions kernel() {
    return new KernelOptions(
        snapshots(),
        isBatch ? FinalityClock.ARRIVAL : clock,
        isBatch ? Long.MAX_VALUE : delay.toMillis(),
        initialValue(),
        horizon.map(Duration::toMillis).orElse(Long.MAX_VALUE),
        cacheBytes);
  }
}
