package dev.isogauge.benchmarks;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
    name = "benchmarks/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures Isogauge as a user calls it, launcher and start-up included, on inputs that are",
      "generated once into benchmarks/target/inputs. Tables are Markdown; progress goes to the",
      "standard error. Without a command: table, then growth, with their defaults.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  benchmarks/run",
      "  benchmarks/run table --inputs S1,S3 --levels cc --repeat 5",
      "  benchmarks/run table --peer 'awdit=awdit check -i {level} {file}'",
      "  benchmarks/run growth --input S4 --sizes 0.25,0.5,1,2",
      "  benchmarks/run kernels parse -f 1 -wi 3 -i 5",
      "",
      "ISOGAUGE_JAVA_OPTS, such as -Xmx2g, reaches Isogauge's own JVM."
    },
    subcommands = {TableCommand.class, GrowthCommand.class})
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public void run() {
    spec.commandLine().getSubcommands().get("table").execute();
    spec.commandLine().getSubcommands().get("growth").execute();
  }

  /** Passes everything on to JMH. */
  @Command(
      name = "kernels",
      description = "Measure parsing, building and checking alone, with JMH and its options.")
  int kernels(@Parameters(arity = "0..*", description = "JMH's arguments.") List<String> arguments)
      throws IOException {
    org.openjdk.jmh.Main.main(arguments == null ? new String[0] : arguments.toArray(new String[0]));
    return 0;
  }
}
