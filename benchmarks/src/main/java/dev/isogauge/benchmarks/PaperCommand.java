package dev.isogauge.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    for (PaperSystem system : systems) {
      Path page = out.resolve(system + ".md");
      Files.writeString(page, page(system, new PaperBench(runner, options, scale), out));
      options.print(Files.readString(page));
    }
    return 0;
  }

  private String page(PaperSystem system, PaperBench bench, Path out) throws Exception {
    StringBuilder page = new StringBuilder();
    page.append(
        String.format(
            Locale.ROOT,
            "# Figures of %s, repeated%n%n`benchmarks/run paper %s --scale %s`; %s%n",
            system,
            system,
            scale,
            Machine.describe()));
    int number = 0;
    for (PaperFigure figure : system.figures()) {
      number++;
      page.append("\n## ").append(figure.caption()).append("\n\n");
      page.append("Figure ").append(figure.id()).append(".\n\n");
      PaperFigure.Result result = figure.measure(bench);
      if (result.plot().isPresent()) {
        String name = system + "-" + number + ".svg";
        write(out.resolve(name), result.plot().get().svg());
        page.append("![").append(figure.caption()).append("](").append(name).append(")\n\n");
      }
      page.append(result.markdown());
    }
    return page.toString();
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }
}
