package dev.isogauge.app.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.KnownNames;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Browser;
import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.check.Questions;
import dev.isogauge.check.Route;
import dev.isogauge.check.SinglePattern;
import dev.isogauge.check.Tolerance;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How to check.
 *
 * @param levels the levels to show, in that order; without a level asked, those of any history
 * @param patterns questions about single published patterns, to show after the levels
 * @param asking what strong levels are checked by
 * @param measuring whether no level was asked for
 * @param versionOrder a file with orders of versions, besides those of the history
 * @param initial the value of keys before their first write, if the history need not state it
 * @param tolerated kinds of findings that are left out
 * @param limits what reading and each level may use
 * @param searchLimits what a level may use where the order of versions has to be searched for
 * @param minChances how many chances a level that holds needs to count
 * @param html the page to write, if one was asked for
 * @param explained how many anomalies of each kind the text report explains, if that was asked
 */
public record CheckOptions(
    List<IsolationLevel> levels,
    List<Question> patterns,
    Questions asking,
    boolean measuring,
    Optional<HistoryFormat> format,
    Optional<Path> versionOrder,
    Optional<String> initial,
    Set<AnomalyKind> tolerated,
    Limits limits,
    Limits searchLimits,
    long minChances,
    OptionalInt explained,
    boolean json,
    Optional<Path> junit,
    Optional<Path> dot,
    Optional<Path> html,
    boolean verify,
    boolean moment,
    boolean quiet,
    boolean debugging) {

  /** How a history is checked. */
  public Plan plan(History history) {
    return Plan.of(history, asking);
  }

  /** What to ask of a history. */
  public List<Question> questions(Plan plan) {
    return measuring
        ? plan.questions()
        : Stream.concat(levels.stream().map(plan::question), patterns.stream()).toList();
  }

  /** Whether an order may have to be searched for, whatever the history shows. */
  boolean maySearch() {
    return (asking.order() == OrderSource.AUTO || asking.order() == OrderSource.VERSION_ORDER)
        && (measuring || !levels.stream().allMatch(IsolationLevel::isWeak));
  }

  /** What an answer may use. */
  Limits limits(Route route) {
    return route.searches() ? searchLimits : limits;
  }

  /** The options of a check of files. */
  static void describe(CommandSpec spec) {
    spec.addOption(levelOption("measure all, and exit with 0 whatever holds"));
    Browser.describe(spec, "verdicts, and anomalies in words and pictures.");
    spec.addOption(jsonOption());
    spec.addOption(Options.value("--junit", "FILE", "Also write JUnit XML."));
    spec.addOption(timeoutOption("Time for each level, and to read a file"));
    spec.addOption(Options.inputFormat());
    PlanRun.describe(spec);
    Options.section(spec, "How to check");
    spec.addOption(
        Options.choice(
            "--order",
            "ORDER",
            KnownNames.orders(),
            "Where the order of versions comes from: "
                + String.join(", ", KnownNames.orders())
                + ". Default auto; 'isogauge help orders' explains each."));
    spec.addOption(
        Options.value(
            "--version-order",
            "FILE",
            "More version orders, as lines 'order x: 1 2@T7' or JSON Lines; implies --order"
                + " version-order unless another is given."));
    spec.addOption(
        Options.choice(
            "--register-order",
            "RULE[,RULE...]",
            KnownNames.registerOrders(),
            "What to infer about the order of plain values: "
                + String.join(", ", KnownNames.registerOrders())
                + ". Default initial,writes-follow-reads; 'isogauge help orders' explains each."));
    spec.addOption(
        Options.value(
            "--initial",
            "VALUE",
            "The value of keys before their first write, if the history does not state it: nil, an"
                + " integer or a string. Default nil."));
    spec.addOption(
        Options.flag(
            "--no-session-order",
            "Leave session order out of serializability and strict serializability."));
    spec.addOption(
        Options.value(
            "--memory",
            "SIZE",
            "Memory per file and level, such as 512m; beyond it: unknown, but --order timestamps"
                + " then checks a file piece by piece, with the rest on disk. Default: the heap."));
    spec.addOption(
        Options.flag("--verify", "Verify the proof of every satisfied level independently."));
    spec.addOption(
        Options.flag(
            "--moment",
            "Say with which transaction each violated level is lost; takes some further checks."));
    spec.addOption(
        Options.names(
            "--tolerate",
            "KIND[,KIND...]",
            KnownNames.anomalies(),
            "Leave known anomalies of these kinds out of verdicts and evidence, with the reads that"
                + " they rest on, and say so; 'isogauge list anomalies' shows them. Default: none."));
    spec.addOption(
        Options.value(
            "--min-chances",
            "N",
            "How many chances to be broken a level that holds needs, or it is unknown. Default 0:"
                + " the report only says what could have been shown."));
    Options.section(spec, "Reports");
    spec.addOption(
        Options.value(
            "--max-anomalies",
            "N",
            "How many anomalies of each kind to report with evidence; all are counted. Default"
                + " 1000, but text explains one of each kind."));
    spec.addOption(Options.value("--dot", "FILE", "Also write the anomalies as a Graphviz graph."));
  }

  /** The levels to check; the help says what happens without the option. */
  public static OptionSpec levelOption(String withoutIt) {
    return Options.names(
        "--level",
        "LEVEL[,LEVEL...]",
        KnownNames.levels(),
        "The levels to judge, such as si or serializable; 'isogauge list levels' shows them."
            + " Default: "
            + withoutIt
            + ".");
  }

  public static OptionSpec jsonOption() {
    return Options.flag("--json", "Write JSON Lines, one object per file and level.");
  }

  /** How long a check may take. */
  public static OptionSpec timeoutOption(String what) {
    return Options.value(
        "--timeout",
        "TIME",
        what
            + ", such as 30s; beyond it: unknown. Default: no limit, but 10s for a search"
            + " without --level.");
  }

  public static CheckOptions of(Arguments arguments) throws UsageException {
    return of(arguments, List.copyOf(arguments.levels("--level")), List.of());
  }

  /** The same where published patterns, such as tap-k, can be asked about like levels. */
  static CheckOptions withPatterns(Arguments arguments) throws UsageException {
    List<String> levels = new ArrayList<>();
    List<Question> patterns = new ArrayList<>();
    for (String name : arguments.names("--level")) {
      List<Question> meant =
          IsolationLevel.byName(name).isPresent()
              ? List.of()
              : AnomalyWords.find(name).stream()
                  .flatMap(kind -> SinglePattern.question(kind.letter()).stream())
                  .toList();
      patterns.addAll(meant);
      if (meant.isEmpty()) {
        levels.add(name);
      }
    }
    if (!patterns.isEmpty() && arguments.flag("--verify")) {
      throw new UsageException(
          "--verify: that a pattern is absent has no proof to verify; expected levels only");
    }
    return of(
        arguments, List.copyOf(Arguments.levels(levels)), patterns.stream().distinct().toList());
  }

  private static CheckOptions of(
      Arguments arguments, List<IsolationLevel> asked, List<Question> patterns)
      throws UsageException {
    boolean measuring = asked.isEmpty() && patterns.isEmpty();
    Limits limits = Limits.DEFAULT;
    if (arguments.duration("--timeout").isPresent()) {
      limits = limits.withTimeout(arguments.duration("--timeout").get());
    }
    if (arguments.bytes("--memory").isPresent()) {
      limits = limits.withMemoryBytes(arguments.bytes("--memory").get());
    }
    Limits searchLimits =
        measuring && arguments.duration("--timeout").isEmpty()
            ? limits.withTimeout(Checks.SEARCH_TIME).withClassification(Checks.SEARCH_TIME)
            : limits;
    int anomalies = arguments.integer("--max-anomalies", limits.maxAnomalies(), 1);
    return new CheckOptions(
        measuring ? List.copyOf(IsolationLevel.weak()) : asked,
        patterns,
        asking(arguments),
        measuring,
        arguments.format("--from"),
        arguments.path("--version-order"),
        arguments.initialValue("--initial"),
        tolerated(arguments),
        limits.withMaxAnomalies(anomalies),
        searchLimits.withMaxAnomalies(anomalies),
        arguments.number("--min-chances", 0, 0, Long.MAX_VALUE),
        arguments.text("--max-anomalies").isPresent()
            ? OptionalInt.of(anomalies)
            : OptionalInt.empty(),
        arguments.flag("--json"),
        arguments.path("--junit"),
        arguments.path("--dot"),
        arguments.path("--html"),
        arguments.flag("--verify"),
        arguments.flag("--moment"),
        arguments.quiet(),
        arguments.flag("--debug"));
  }

  private static Set<AnomalyKind> tolerated(Arguments arguments) throws UsageException {
    Set<AnomalyKind> tolerated = EnumSet.noneOf(AnomalyKind.class);
    for (String name : arguments.names("--tolerate")) {
      Set<AnomalyKind> kinds = Arguments.anomaly(name);
      if (!Tolerance.kinds().containsAll(kinds)) {
        throw new UsageException(
            String.format(
                "--tolerate: found '%s', which violates nothing; expected an anomaly that does",
                name));
      }
      tolerated.addAll(kinds);
    }
    return tolerated;
  }

  private static Questions asking(Arguments arguments) throws UsageException {
    OrderSource order = arguments.order("--order");
    boolean sessionOrder = !arguments.flag("--no-session-order");
    if (!sessionOrder && order == OrderSource.TIMESTAMPS) {
      throw new UsageException(
          "--no-session-order does not go with --order timestamps, which claim an order of"
              + " sessions too; expected another --order");
    }
    if (order == OrderSource.AUTO && arguments.path("--version-order").isPresent()) {
      order = OrderSource.VERSION_ORDER;
    }
    return new Questions(order, sessionOrder, arguments.registerOrder("--register-order"));
  }
}
