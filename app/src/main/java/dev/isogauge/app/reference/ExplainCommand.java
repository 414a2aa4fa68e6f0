package dev.isogauge.app.reference;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.anomaly.Remedy;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.Terminal;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Explains a kind of anomaly by its smallest example, and shows which levels allow it. */
public final class ExplainCommand implements Command {
  private final Console console;

  public ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "explain",
            "Explains an anomaly: what it is, the smallest history that has it, and which levels"
                + " and databases allow it.");
    spec.addPositional(
        Options.optional(
            "ANOMALY",
            "What people call it, such as write skew or dirty read; its name in reports, such as"
                + " FracturedRead; or its published name, such as G2-item, P4 or TAP-k. 'isogauge"
                + " list anomalies' shows them."));
    return Options.finish(
        spec, "isogauge explain write skew", "isogauge explain G2-item", "isogauge explain TAP-k");
  }

  @Override
  public int run(Arguments arguments) throws UsageException {
    if (arguments.words().isEmpty()) {
      throw new UsageException(
          "expected an anomaly, such as write skew or G2-item; 'isogauge list anomalies' shows"
              + " them");
    }
    Set<AnomalyKind> kinds = Arguments.anomaly(String.join(" ", arguments.words()));
    boolean first = true;
    for (AnomalyKind kind : kinds) {
      if (!first) {
        line("");
      }
      first = false;
      explain(kind, arguments.quiet());
    }
    return ExitCode.SATISFIED;
  }

  private void explain(AnomalyKind kind, boolean quiet) {
    line(kind.titleWithLetter() + ": " + kind.meaning());
    List<String> others = AnomalyWords.of(kind);
    if (!others.isEmpty()) {
      line("Also called " + Words.alternatives(others) + ".");
    }
    Optional<Samples.Sample> sample = Samples.of(kind);
    if (sample.isEmpty()) {
      line("It is about what arrives at 'isogauge serve'; no file can have it.");
      return;
    }
    if (quiet) {
      return;
    }
    line("");
    line("The smallest example, histories/" + sample.get().file() + ":");
    line("");
    new String(sample.get().content(), StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> line("    " + line));
    line("");
    History history = history(sample.get());
    Anomaly anomaly = anomaly(sample.get(), history);
    new Explainer(history).explain(anomaly).text().lines().forEach(this::line);
    prevention(kind);
    Set<IsolationLevel> forbidding = anomaly.forbiddenBy();
    if (!forbidding.isEmpty()) {
      allowed(kind, forbidding);
    }
  }

  private void prevention(AnomalyKind kind) {
    List<Remedy> remedies = kind.remedies();
    if (!remedies.isEmpty()) {
      line("");
      line("How to prevent it:");
    }
    for (Remedy remedy : remedies) {
      line("  - " + remedy.sentence());
      if (!remedy.sql().isEmpty()) {
        line("      " + remedy.sql());
      }
    }
  }

  private void allowed(AnomalyKind kind, Set<IsolationLevel> forbidding) {
    Set<IsolationLevel> allowing = EnumSet.allOf(IsolationLevel.class);
    allowing.removeAll(forbidding);
    // It judges keys one by one, and what it forbids has a name of its own.
    allowing.remove(IsolationLevel.LINEARIZABILITY);
    allowing.removeIf(IsolationLevel::isUnusual);
    if (forbidding.stream().noneMatch(IsolationLevel::isOfReplicas)) {
      // They are left out of both lists.
      allowing.removeAll(IsolationLevel.ofReplicas());
    }
    line("");
    line(
        "Levels that allow it: "
            + allowing.stream().map(IsolationLevel::id).collect(Collectors.joining(", ")));
    Map<String, List<String>> seen = DatabaseLevels.brokenBy(kind);
    if (!seen.isEmpty()) {
      line("Databases that promise to prevent it and were seen to allow it:");
      seen.forEach(
          (database, levels) -> line("    " + database + " at " + String.join(", ", levels)));
    }
    line("Databases that do not promise to prevent it:");
    for (DatabaseProvider known : Databases.known()) {
      List<DatabaseLevels.Named> levels = DatabaseLevels.of(known);
      List<String> names = new ArrayList<>();
      for (DatabaseLevels.Named each : levels) {
        if (each.allows(forbidding)) {
          names.add(each.level().name());
        }
      }
      if (!names.isEmpty()) {
        line("    " + levels.get(0).database() + " at " + String.join(", ", names));
      }
    }
  }

  private static History history(Samples.Sample sample) {
    try {
      return HistoryFiles.read(
              HistoryFiles.bytes(sample.file(), sample.content()), Optional.empty())
          .history();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a verdict names, whether it decides or not. */
  static List<Anomaly> found(Verdict verdict) {
    List<Anomaly> found = new ArrayList<>(verdict.notes());
    if (verdict instanceof Verdict.Violated violated) {
      found.addAll(violated.anomalies());
    }
    return found;
  }

  private void line(String text) {
    try {
      new Terminal(console.out(), false, console.width()).line(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Anomaly anomaly(Samples.Sample sample, History history) {
    Plan plan = Plan.of(history);
    Verdict verdict = plan.route(plan.question(sample.level())).check(Limits.DEFAULT);
    return found(verdict).stream()
        .filter(anomaly -> anomaly.kind() == sample.kind())
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(sample.file() + " has no " + sample.kind().title()));
  }
}
