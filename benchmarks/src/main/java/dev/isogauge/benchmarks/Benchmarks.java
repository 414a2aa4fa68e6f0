package dev.isogauge.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
    name = "benchmarks/run",
    sortOptions = false,
    description = {
      "",
      "Measures Isogauge as a user calls it, launcher and start-up included, on",
      "inputs that are generated once, into benchmarks/target/inputs. Tables are",
      "Markdown on the standard output, progress goes to the standard error.",
      "Without a command: table, then growth, with their defaults.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  benchmarks/run",
      "  benchmarks/run table --inputs S1,S3 --levels cc --repeat 5",
      "  benchmarks/run table --peer 'other=/opt/other --level {level} {file}'",
      "  benchmarks/run growth --input S4 --sizes 0.25,0.5,1,2",
      "  benchmarks/run online --inputs C6 --cap 128",
      "  benchmarks/run flink --inputs C5 --parallelism 2 --state rocksdb",
      "  benchmarks/run starts --sizes 1000000",
      "  benchmarks/run soak --minutes 30 --rate 20000 --horizon 1000000",
      "  benchmarks/run spill --gigabytes 10",
      "  benchmarks/run record --workloads mini,general --repeat 21",
      "  benchmarks/run aborts",
      "  benchmarks/run power --seeds 3 --seconds 10",
      "  benchmarks/run matrix --databases h2,postgres --runs 3",
      "  benchmarks/run paper chronos --scale 0.1",
      "  benchmarks/run all-papers --scale 0.1 --out docs/papers",
      "  benchmarks/run solvers histories/ --seconds 60",
      "  benchmarks/run refutations --transactions 1000",
      "  benchmarks/run ordering-study --kept 0.5 history.jsonl",
      "  benchmarks/run pages",
      "  benchmarks/run kernels parse -f 1 -wi 3 -i 5",
      "",
      "ISOGAUGE_JAVA_OPTS, such as -Xmx2g, reaches the JVM that is measured."
    },
    subcommands = {
      TableCommand.class,
      GrowthCommand.class,
      OnlineCommand.class,
      FlinkCostCommand.class,
      StartsCommand.class,
      SoakCommand.class,
      SpillCommand.class,
      RecordCommand.class,
      AbortsCommand.class,
      PowerCommand.class,
      MatrixCommand.class,
      PaperCommand.class,
      PaperCommand.All.class,
      SolversCommand.class,
      RefutationsCommand.class,
      OrderingStudyCommand.class,
      PagesCommand.class
    })
public final class Benchmarks implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // only its annotation matters
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  public static void main(String[] arguments) {
    CommandLine command = new CommandLine(new Benchmarks());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.getSubcommands().get("kernels").setUnmatchedOptionsArePositionalParams(true);
    System.exit(command.execute(arguments));
  }

  @Override
  public Integer call() {
    Map<String, CommandLine> commands = spec.commandLine().getSubcommands();
    int table = commands.get("table").execute();
    return table == 0 ? commands.get("growth").execute() : table;
  }

  @Command(
      name = "kernels",
      description = "Measure parsing, building and checking alone, with JMH and its options.")
  int kernels(@Parameters(arity = "0..*", description = "JMH's arguments.") List<String> arguments)
      throws IOException {
    org.openjdk.jmh.Main.main(arguments == null ? new String[0] : arguments.toArray(new String[0]));
    return 0;
  }
}
