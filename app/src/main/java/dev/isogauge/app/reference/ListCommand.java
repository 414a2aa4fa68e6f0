package dev.isogauge.app.reference;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Lists what other commands take by name. */
public final class ListCommand implements Command {
  private static final List<String> SUBJECTS =
      List.of("databases", "levels", "formats", "workloads", "schedules", "anomalies", "topics");

  private final Console console;

  public ListCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "list",
            "Lists what other commands take by name: databases and their levels, isolation levels,"
                + " formats, workloads, schedules, anomalies, help topics.");
    spec.addPositional(Options.optional("SUBJECT", String.join(", ", SUBJECTS) + "."));
    return Options.finish(
        spec,
        "isogauge list databases",
        "isogauge list levels",
        "isogauge list formats --quiet     # only the names");
  }

  @Override
  public int run(Arguments arguments) throws UsageException {
    List<String> asked = arguments.words();
    if (asked.size() != 1) {
      throw new UsageException(
          "found "
              + (asked.isEmpty() ? "nothing" : String.join(" ", asked))
              + "; expected one of "
              + String.join(", ", SUBJECTS));
    }
    boolean details = !arguments.quiet();
    switch (asked.get(0)) {
      case "databases" -> databases(details);
      case "levels" -> levels(details);
      case "formats" -> formats(details);
      case "workloads" -> {
        for (Workload workload : Workload.values()) {
          entry(workload.id(), "", workload.meaning(), details);
        }
      }
      case "schedules" -> {
        for (Schedule schedule : Schedules.all()) {
          entry(schedule.id(), ": " + schedule.title(), schedule.about(), details);
        }
      }
      case "anomalies" -> {
        for (AnomalyKind kind : AnomalyKind.values()) {
          entry(kind.titleWithLetter(), "", kind.meaning(), details);
        }
      }
      case "topics" ->
          Topics.all().forEach(topic -> entry(topic.name(), "", topic.about(), details));
      default -> throw Arguments.unknown("subject", asked.get(0), SUBJECTS, SUBJECTS);
    }
    return ExitCode.SATISFIED;
  }

  private void entry(String name, String more, String meaning, boolean details) {
    if (details) {
      console.show(name + more);
      console.show("    " + meaning);
    } else {
      console.out().println(name);
    }
  }

  private void formats(boolean details) {
    for (HistoryFormat format : HistoryFormat.values()) {
      String use = format.isWritable() ? " (read, write)" : " (read)";
      entry(format.id(), use, format.description(), details);
    }
  }

  private void databases(boolean details) {
    for (DatabaseProvider known : Databases.known()) {
      entry(known.form(), "", known.meaning(), details);
      if (!details) {
        continue;
      }
      for (DatabaseLevels.Named each : DatabaseLevels.of(known)) {
        console.show(
            String.format(
                Locale.ROOT,
                "    %-16s claims %s%s",
                each.level().name(),
                String.join(", ", each.level().claimed()),
                each.isDefault() ? "; the default" : ""));
      }
    }
  }

  private void levels(boolean details) {
    for (IsolationLevel level : IsolationLevel.values()) {
      entry(level.id(), " (" + String.join(", ", level.aliases()) + ")", level.meaning(), details);
      List<String> implied = new ArrayList<>();
      for (IsolationLevel weaker : level.implied()) {
        if (weaker != level) {
          implied.add(weaker.id());
        }
      }
      if (details && !implied.isEmpty()) {
        console.show("    implies " + String.join(", ", implied));
      }
    }
    if (details) {
      console.out().println();
      console.show(
          "SQL's names, and what a database with such a level is held to unless its"
              + " vendor documents otherwise; 'isogauge list databases' shows each:");
      for (Level level : Level.standards()) {
        console.show(
            String.format(
                Locale.ROOT,
                "    %-16s %s",
                level.name(),
                level.claims().stream().map(IsolationLevel::id).collect(Collectors.joining(", "))));
      }
    }
  }
}
