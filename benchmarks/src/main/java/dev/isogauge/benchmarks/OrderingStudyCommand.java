package dev.isogauge.benchmarks;

import dev.isogauge.check.blackbox.OrderingStudy;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what session order and shares of the version order are worth to a search. */
@Command(
    name = "ordering-study",
    description = {
      "Show what knowing orders is worth to a search: how many pairs of writers stay",
      "open and how long it takes, with and without session order, and with shares of",
      "the version order, which is the recorded one or else that of a serial run that",
      "a check finds."
    },
    sortOptions = false)
final class OrderingStudyCommand implements Callable<Integer> {
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 0.9, 1};
  private static final long SEED = 1;

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE|DIR", description = "Histories without lists.")
  private List<Path> paths;

  @Option(
      names = "--level",
      defaultValue = "ser",
      description = "si, ser or sser. Default: ${DEFAULT-VALUE}.")
  private String level;

  @Option(
      names = "--kept",
      paramLabel = "SHARE",
      description = {
        "Only none, this share and all of the version order. Default: 0, 0.25, 0.5,",
        "0.75, 0.9 and 1."
      })
  private Double kept;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "Time for each measurement. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  private final MarkdownTable table =
      new MarkdownTable(
          4,
          "history",
          "session order",
          "version order",
          "verdict",
          "pairs",
          "open before pruning",
          "open after",
          "choices",
          "prune ms",
          "search ms");

  @Override
  public Integer call() throws IOException {
    IsolationLevel asked =
        IsolationLevel.byName(level)
            .filter(OrderSource.VERSION_ORDER.levels()::contains)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--level is '" + level + "'; expected si, ser or sser"));
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofSeconds(seconds));
    for (Input input : InputFiles.histories(paths)) {
      study(input.name(), HistoryFiles.read(input, Optional.empty()).history(), asked, limits);
    }
    spec.commandLine().getOut().println(table);
    return 0;
  }

  private void study(String name, History history, IsolationLevel asked, Limits limits) {
    Optional<String> obstacle = obstacle(history, asked);
    Optional<OrderingStudy.Versions> versions =
        obstacle.isPresent() ? Optional.empty() : OrderingStudy.versionOrder(history, limits);
    if (versions.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(name + ": " + obstacle.orElse("found no version order to study"));
      return;
    }
    double[] shares = kept == null ? SHARES : new double[] {0, kept, 1};
    new OrderingStudy(asked, limits, SEED)
        .rows(history, versions.get(), shares)
        .forEach(row -> add(name, row));
  }

  private static Optional<String> obstacle(History history, IsolationLevel asked) {
    if (history.hasLists()) {
      return Optional.of("lists show the order of their appends; there is nothing to study");
    }
    return asked == IsolationLevel.STRICT_SERIALIZABILITY && !history.hasRealTime()
        ? Optional.of("the history has no real time; record begin and end of every transaction")
        : Optional.empty();
  }

  private void add(String name, OrderingStudy.Row row) {
    table.row(
        name,
        row.sessions() ? "yes" : "no",
        String.format(Locale.ROOT, "%.0f%%", 100 * row.kept()),
        row.verdict(),
        number(row.pairs()),
        number(row.openBefore()),
        number(row.openAfter()),
        row.choices().isPresent() ? Integer.toString(row.choices().getAsInt()) : "-",
        Long.toString(row.pruning().toMillis()),
        Long.toString(row.search().toMillis()));
  }

  private static String number(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
  }
}
