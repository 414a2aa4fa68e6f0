package dev.isogauge.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Repeats figures of papers: a table and a plot each, on a page for each system. */
@Command(
    name = "paper",
    description = "Repeat the main figures of a paper's system, or of all.",
    sortOptions = false)
final class PaperCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "SYSTEM",
      converter = SystemName.class,
      completionCandidates = SystemNames.class,
      description = "Of ${COMPLETION-CANDIDATES}.")
  private List<PaperSystem> systems;

  @Option(
      names = "--scale",
      defaultValue = "1",
      description = "How many times the transactions of the paper. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where pages and plots go. Default: benchmarks/target/papers.")
  private Path folder;

  @Mixin private RunOptions options;

  /** All systems, one after the other. */
  @Command(
      name = "all-papers",
      description = "Repeat the main figures of all papers.",
      sortOptions = false)
  static final class All implements Callable<Integer> {
    @CommandLine.Unmatched private String[] rest = new String[0];

    @Override
    public Integer call() {
      String[] arguments = Arrays.copyOf(rest, rest.length + PaperSystem.values().length);
      for (PaperSystem system : PaperSystem.values()) {
        arguments[rest.length + system.ordinal()] = system.toString();
      }
      return new CommandLine(new PaperCommand()).execute(arguments);
    }
  }

  static final class SystemName implements ITypeConverter<PaperSystem> {
    @Override
    public PaperSystem convert(String name) {
      return Arrays.stream(PaperSystem.values())
          .filter(system -> system.toString().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("'" + name + "' is no system"));
    }
  }

  static final class SystemNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(PaperSystem.values()).map(PaperSystem::toString).iterator();
    }
  }

  @Override
  public Integer call() throws Exception {
    Path out = folder == null ? options.root().resolve("benchmarks/target/papers") : folder;
    Files.createDirectories(out);
    Runner runner = options.runner();
    runner.prepare();
    PaperBench bench = new PaperBench(runner, options, scale);
    StringBuilder kept = new StringBuilder();
    boolean whole = true;
    for (PaperSystem system : systems) {
      StringBuilder tables = new StringBuilder();
      whole &= measure(system, bench, out, tables, kept);
      String page = "# Figures of " + system + ", repeated\n\n" + origin() + tables;
      Files.writeString(out.resolve(system + ".md"), page);
      Files.writeString(out.resolve("figures.md"), FIGURES + origin() + kept);
      options.print(page);
    }
    return whole ? 0 : 1;
  }

  private static final String FIGURES =
      """
      # Figures of papers, repeated

      The main figures of eight systems, measured with Isogauge; dashed is what the [paper](../papers.md) prints, on its machine. A point shows its numbers under the pointer.

      """;

  /** The command, the machine and the date. */
  private String origin() {
    String names = systems.stream().map(PaperSystem::toString).collect(Collectors.joining(" "));
    String command =
        systems.size() == PaperSystem.values().length ? "all-papers" : "paper " + names;
    return String.format(
        Locale.ROOT,
        "`benchmarks/run %s --scale %s`, on %s: %s%n",
        command,
        scale,
        LocalDate.now(ZoneOffset.UTC),
        Machine.describe());
  }

  /**
   * Measures all figures of a system. One that fails says so and does not keep the others away.
   *
   * @param tables gets them with their tables
   * @param kept gets them with tables only where there is no plot
   * @return whether all were measured
   */
  private boolean measure(
      PaperSystem system, PaperBench bench, Path out, StringBuilder tables, StringBuilder kept)
      throws IOException, InterruptedException {
    boolean whole = true;
    int number = 0;
    for (PaperFigure figure : system.figures()) {
      number++;
      String heading =
          "\n## " + figure.caption() + "\n\nFigure " + figure.id() + " of the paper.\n\n";
      PaperFigure.Result result;
      try {
        result = figure.measure(bench);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        whole = false;
        e.printStackTrace(options.progress());
        String reason = e.toString().lines().findFirst().orElseThrow();
        tables.append(heading).append("Not measured: ").append(reason).append("\n");
        continue;
      }
      StringBuilder plot = new StringBuilder();
      if (result.plot().isPresent()) {
        String name = system + "-" + number + ".svg";
        Files.writeString(out.resolve(name), result.plot().get().svg());
        plot.append("![").append(figure.caption()).append("](").append(name).append(")\n\n");
      }
      tables.append(heading).append(plot).append(result.markdown());
      result.plot().stream()
          .flatMap(p -> p.published().stream())
          .forEach(line -> tables.append("\n").append(line).append(".\n"));
      kept.append(plot.isEmpty() ? heading + result.markdown() + "\n" : plot);
    }
    return whole;
  }
}
