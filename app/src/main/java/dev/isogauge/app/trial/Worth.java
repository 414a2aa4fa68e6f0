package dev.isogauge.app.trial;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import dev.isogauge.chance.Separation;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.CheckResult;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a run must have had for a claim that holds to count: chances to break it, sessions that
 * overlapped, and transactions that committed. Otherwise the claim is not decided.
 *
 * @param minChances of anomalies that the level forbids and a next weaker one allows
 * @param minCommitted the share of transactions
 */
record Worth(long minChances, double minCommitted) {

  static void describe(CommandSpec spec) {
    spec.addOption(
        Options.value(
            "--min-chances",
            "N",
            "How many chances a claim needs to be broken, or it is unknown; 0 takes any run."
                + " Default 1."));
    spec.addOption(
        Options.value(
            "--min-committed",
            "SHARE",
            "The share of transactions that must commit, or claims that hold are unknown. Default"
                + " 0.5."));
  }

  static Worth of(Arguments arguments) throws UsageException {
    return new Worth(
        arguments.number("--min-chances", 1, 0, Long.MAX_VALUE),
        arguments.ratio("--min-committed", 0.5));
  }

  /** The same results; what holds of too little is unknown among those that decide. */
  List<CheckResult> weigh(
      List<CheckResult> results, List<IsolationLevel> claims, RunSummary summary) {
    return results.stream()
        .map(
            result ->
                claims.contains(result.question().level())
                        && result.verdict() instanceof Verdict.Satisfied satisfied
                    ? weigh(result, satisfied, summary)
                    : result)
        .toList();
  }

  private CheckResult weigh(CheckResult result, Verdict.Satisfied verdict, RunSummary summary) {
    List<String> missing = missing(result, summary);
    return missing.isEmpty()
        ? result
        : result.withVerdict(
            new Verdict.Unknown(
                "held, but that does not count: " + String.join("; ", missing), verdict.notes()));
  }

  private List<String> missing(CheckResult result, RunSummary summary) {
    List<String> missing = new ArrayList<>();
    if (summary.committed() < minCommitted * summary.transactions()) {
      missing.add(
          String.format(
              Locale.ROOT,
              "only %d of %s committed, expected %.0f%% (take fewer --sessions or more --keys, or"
                  + " lower --min-committed)",
              summary.committed(),
              Words.count(summary.transactions(), "transaction"),
              100 * minCommitted));
    }
    if (minChances > 0 && result.chances().isPresent()) {
      Chances chances = result.chances().get();
      IsolationLevel level = result.question().level();
      if (!chances.overlapped()) {
        missing.add("no transactions of two sessions overlapped (take more --sessions)");
      } else if (chances.of(level) < minChances) {
        missing.add(
            "it had "
                + Words.count(chances.of(level), "chance")
                + of(level)
                + ", expected "
                + minChances
                + " (take more --sessions or fewer --keys, run longer, or take another"
                + " --workload)");
      }
    }
    return missing;
  }

  private static String of(IsolationLevel level) {
    List<String> kinds = Separation.of(level).stream().map(ChanceKind::title).toList();
    return kinds.isEmpty() ? "" : " of " + Words.list(kinds).replace(" and ", " or ");
  }
}
