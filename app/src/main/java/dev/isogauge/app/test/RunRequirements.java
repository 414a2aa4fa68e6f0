package dev.isogauge.app.test;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
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
record RunRequirements(long minChances, double minCommitted) {

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

  static RunRequirements of(Arguments arguments) throws UsageException {
    return new RunRequirements(
        arguments.number("--min-chances", 1, 0, Long.MAX_VALUE),
        arguments.ratio("--min-committed", 0.5));
  }

  /**
   * The same results; a claim that holds of too little is unknown, and with it the levels that
   * imply it: a level is never satisfied beside a weaker one that is not.
   */
  List<CheckResult> weigh(
      List<CheckResult> results, List<IsolationLevel> claims, RunSummary summary) {
    return results.stream().map(result -> weigh(result, claims, summary)).toList();
  }

  private CheckResult weigh(CheckResult result, List<IsolationLevel> claims, RunSummary summary) {
    if (!(result.verdict() instanceof Verdict.Satisfied verdict)) {
      return result;
    }
    IsolationLevel level = result.question().level();
    for (IsolationLevel claim : claims) {
      List<String> missing =
          level == claim || level.implies(claim)
              ? missing(result, claim, summary)
              : List.<String>of();
      if (!missing.isEmpty()) {
        return result.withVerdict(
            new Verdict.Unknown(
                (level == claim ? "held" : "held, and with it " + claim.id())
                    + ", but that does not count: "
                    + String.join("; ", missing),
                verdict.notes()));
      }
    }
    return result;
  }

  private List<String> missing(CheckResult result, IsolationLevel claim, RunSummary summary) {
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
    result
        .chances()
        .flatMap(chances -> chances.shortage(claim, minChances))
        .ifPresent(
            lacking ->
                missing.add(
                    lacking
                        + " (take more --sessions or fewer --keys, run longer, or take another"
                        + " --workload)"));
    return missing;
  }
}
