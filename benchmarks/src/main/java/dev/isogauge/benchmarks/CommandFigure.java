package dev.isogauge.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A figure that a command of its own repeats, and shows.
 *
 * @param command a shell command to run at the root, for a scale
 * @param kept whether a line of what it prints belongs to the figure
 */
record CommandFigure(
    String id, String caption, Function<PaperBench, String> command, Predicate<String> kept)
    implements PaperFigure {
  private static final Duration LONGEST = Duration.ofMinutes(60);

  @Override
  public Result measure(PaperBench bench) throws IOException, InterruptedException {
    ChildProcess child =
        new ChildProcess(bench.options().root().resolve("benchmarks/target/run"), LONGEST);
    String line = command.apply(bench);
    Cost cost = child.run("cd '" + bench.options().root() + "' && " + line);
    List<String> lines = child.output().lines().filter(kept).toList();
    if (lines.isEmpty()) {
      throw new IOException(line + ": " + cost.outcome() + "\n" + child.errors());
    }
    String text = lines.stream().collect(Collectors.joining("\n", "", "\n"));
    return new Result("`" + line + "`\n\n" + text, Optional.empty());
  }
}
