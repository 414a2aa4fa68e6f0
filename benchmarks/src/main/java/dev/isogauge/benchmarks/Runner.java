package dev.isogauge.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Runs contenders on files as often as asked. */
final class Runner {
  private final Path root;
  private final int repeat;
  private final ChildProcess child;
  private final PrintWriter progress;

  Runner(Path root, int repeat, Duration timeout, PrintWriter progress) {
    this.root = root;
    this.repeat = repeat;
    this.child = new ChildProcess(root.resolve("benchmarks/target/run"), timeout);
    this.progress = progress;
  }

  /** Has the launcher build what is not built, so that no measurement pays for it. */
  void prepare() throws IOException, InterruptedException {
    progress.println("preparing isogauge");
    Cost version = child.run("'" + root.resolve("isogauge") + "' --version");
    if (!version.gaveVerdict()) {
      throw new IOException("./isogauge --version: " + version.outcome() + "\n" + child.errors());
    }
  }

  /** The run with the least CPU time; a run that gave no verdict ends the repetitions. */
  Cost measure(Contender contender, Path file, String level)
      throws IOException, InterruptedException {
    List<Cost> runs = new ArrayList<>();
    for (int i = 0; i < repeat; i++) {
      progress.println(contender.name() + " " + level + " " + file.getFileName());
      Cost run = child.run(contender.command(file, level));
      if (!run.gaveVerdict()) {
        progress.println(run.outcome() + ": " + child.errors().lines().limit(3).toList());
        return run;
      }
      runs.add(run);
    }
    return Collections.min(runs, Comparator.comparingDouble(Cost::cpuSeconds));
  }

  /** Our own account of a check, from one more run that reports as JSON. */
  Phases phases(Path file, String level) throws IOException, InterruptedException {
    child.run(Contender.isogauge(root, "--json").command(file, level));
    return Phases.parse(child.output());
  }
}
