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
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
                + " and databases allow it; or a level: what it promises and forbids.");
    spec.addPositional(
        Options.optional(
            "ANOMALY|LEVEL",
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
    String word = String.join(" ", arguments.words());
    Optional<IsolationLevel> level = IsolationLevel.byName(word);
    if (level.isPresent() && AnomalyWords.find(word).isEmpty()) {
      explain(level.get());
      return ExitCode.SATISFIED;
    }
    Set<AnomalyKind> kinds = Arguments.anomaly(word);
    boolean first = true;
    for (AnomalyKind kind : kinds) {
      if (!first) {
        console.show("");
      }
      first = false;
      explain(kind, arguments.quiet());
    }
    return ExitCode.SATISFIED;
  }

  private void explain(IsolationLevel level) {
    console.show(level.id() + ": " + level.meaning());
    console.show("Also called " + Words.alternatives(level.aliases()) + ".");
    List<String> implied =
        level.implied().stream().filter(each -> each != level).map(IsolationLevel::id).toList();
    if (!implied.isEmpty()) {
      console.show("Implies " + Words.list(implied) + ".");
    }
    List<String> forbidden =
        Arrays.stream(AnomalyKind.values())
            .filter(kind -> kind.violates().contains(level))
            .map(AnomalyKind::words)
            .distinct()
            .toList();
    if (!forbidden.isEmpty()) {
      console.show("Forbids " + Words.list(forbidden) + ".");
    }
    databases("Databases that promise it:", each -> each.level().claims().contains(level));
  }

  private void explain(AnomalyKind kind, boolean quiet) {
    console.show(kind.titleWithLetter() + ": " + kind.meaning());
    List<String> others = AnomalyWords.of(kind);
    if (!others.isEmpty()) {
      console.show("Also called " + Words.alternatives(others) + ".");
    }
    Optional<Samples.Sample> sample = Samples.of(kind);
    if (sample.isEmpty()) {
      console.show("It is about what arrives at 'isogauge serve'; no file can have it.");
      return;
    }
    if (quiet) {
      return;
    }
    console.show("");
    console.show("The smallest example, histories/" + sample.get().file() + ":");
    console.show("");
    new String(sample.get().content(), StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> console.show("    " + line));
    console.show("");
    History history = history(sample.get());
    Anomaly anomaly = anomaly(sample.get(), history);
    new Explainer(history).explain(anomaly).text().lines().forEach(console::show);
    prevention(kind);
    Set<IsolationLevel> forbidding = anomaly.forbiddenBy();
    if (!forbidding.isEmpty()) {
      allowed(kind, forbidding);
    }
  }

  private void prevention(AnomalyKind kind) {
    List<Remedy> remedies = kind.remedies();
    if (!remedies.isEmpty()) {
      console.show("");
      console.show("How to prevent it:");
    }
    for (Remedy remedy : remedies) {
      console.show("  - " + remedy.sentence());
      if (!remedy.sql().isEmpty()) {
        console.show("      " + remedy.sql());
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
    console.show("");
    console.show(
        "Levels that allow it: "
            + allowing.stream().map(IsolationLevel::id).collect(Collectors.joining(", ")));
    Map<String, List<String>> seen = DatabaseLevels.brokenBy(kind);
    if (!seen.isEmpty()) {
      console.show("Databases that promise to prevent it and were seen to allow it:");
      seen.forEach(
          (database, levels) ->
              console.show("    " + database + " at " + String.join(", ", levels)));
    }
    databases("Databases that do not promise to prevent it:", each -> each.allows(forbidding));
  }

  private void databases(String title, Predicate<DatabaseLevels.Named> fitting) {
    List<String> lines = new ArrayList<>();
    for (DatabaseProvider known : Databases.known()) {
      List<DatabaseLevels.Named> levels =
          DatabaseLevels.of(known).stream().filter(fitting).toList();
      if (!levels.isEmpty()) {
        lines.add(
            levels.stream()
                .map(each -> each.level().name())
                .collect(Collectors.joining(", ", "    " + levels.get(0).database() + " at ", "")));
      }
    }
    if (!lines.isEmpty()) {
      console.show(title);
      lines.forEach(console::show);
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
