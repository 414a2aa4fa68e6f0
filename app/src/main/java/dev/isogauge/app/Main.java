package dev.isogauge.app;

import dev.isogauge.app.adapter.AdapterCommand;
import dev.isogauge.app.check.CheckCommand;
import dev.isogauge.app.check.Verification;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.HelpSections;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.LargerJava;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.StandardOutput;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.convert.ConvertCommand;
import dev.isogauge.app.feed.FeedCommand;
import dev.isogauge.app.flink.FlinkCommand;
import dev.isogauge.app.generate.GenerateCommand;
import dev.isogauge.app.litmus.LitmusCommand;
import dev.isogauge.app.predict.PredictCommand;
import dev.isogauge.app.proxy.ProxyCommand;
import dev.isogauge.app.reference.ExplainCommand;
import dev.isogauge.app.reference.ListCommand;
import dev.isogauge.app.reference.Topics;
import dev.isogauge.app.search.SearchCommand;
import dev.isogauge.app.serve.ServeCommand;
import dev.isogauge.app.shrink.ShrinkCommand;
import dev.isogauge.app.stats.StatsCommand;
import dev.isogauge.app.test.TestCommand;
import dev.isogauge.text.Suggestions;
import java.io.FileDescriptor;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command line: finds the command, runs it, and turns failures into messages. */
public final class Main {
  private static final int OUTPUT_BUFFER = 1 << 16;
  private static final List<String> COMMANDS =
      List.of(
          "check",
          "shrink",
          "test",
          "litmus",
          "search",
          "predict",
          "proxy",
          "adapter",
          "stats",
          "convert",
          "generate",
          "serve",
          "feed",
          "flink",
          "list",
          "explain",
          "completion");

  private final Console console;
  private final Verification verification;

  public Main(Console console) {
    this(console, new Verification());
  }

  Main(Console console, Verification verification) {
    this.console = console;
    this.verification = verification;
  }

  public static void main(String[] arguments) {
    prepare();
    // Ours goes to the descriptor itself. HSQLDB prints, and would do so in the middle of a result.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    Console console =
        new Console(
            System.in,
            new StandardOutput(FileDescriptor.out, OUTPUT_BUFFER),
            new StandardOutput(FileDescriptor.err, 512),
            System.getenv(),
            Boolean.getBoolean("isogauge.terminal.out"),
            Boolean.getBoolean("isogauge.terminal.err"));
    int code = new Main(console).run(arguments);
    console.out().flush();
    console.err().flush();
    System.exit(code);
  }

  /**
   * Spares picocli's converters for dates and SQL types, a tenth of the start-up: text is all that
   * {@link Options} asks it to convert.
   */
  static void prepare() {
    System.setProperty("picocli.converters.excludes", "java.*");
  }

  /** Carries out a command line and returns the exit code. */
  public int run(String... arguments) {
    int code;
    try {
      code = dispatch(arguments);
    } catch (UsageException e) {
      console.say(e.getMessage());
      console.err().println(hint(arguments));
      code = ExitCode.USAGE;
    } catch (EnvironmentException e) {
      console.say(e.getMessage());
      code = ExitCode.ENVIRONMENT;
    } catch (OutOfMemoryError e) {
      console.say(Hints.onFullHeap());
      code = ExitCode.ENVIRONMENT;
    } catch (RuntimeException | Error e) {
      code = Interruption.isProcessEnding() ? ExitCode.ENVIRONMENT : internalError(e, arguments);
    }
    if (console.out().checkError() && !isReaderGone()) {
      console.say("standard output was closed or full before everything was written");
      code = ExitCode.ENVIRONMENT;
    }
    return code;
  }

  /** Whoever closes our output early has read enough; the verdict stays. */
  private boolean isReaderGone() {
    return console.out() instanceof StandardOutput out && out.isReaderGone();
  }

  private int dispatch(String... arguments) throws UsageException, EnvironmentException {
    if (arguments.length > 0 && arguments[0].equals("help")) {
      return help(arguments);
    }
    String first = arguments.length == 0 ? "" : arguments[0];
    if (!COMMANDS.contains(first)) {
      return withoutCommand(first);
    }
    Command command = command(first);
    CommandLine line = new CommandLine(command.spec().name(ProductVersion.NAME + " " + first));
    ParseResult parsed = parse(line, Arrays.copyOfRange(arguments, 1, arguments.length));
    if (parsed.isUsageHelpRequested()) {
      console.out().print(HelpSections.text(line.getCommandSpec(), ansi()));
      return ExitCode.SATISFIED;
    }
    Arguments given = new Arguments(parsed);
    if (LargerJava.isPossible()) {
      boolean large = command.isLarge(given);
      List<String> options = command.javaOptions(given);
      if (large || !options.isEmpty()) {
        return LargerJava.run(options, large, arguments);
      }
    }
    return coloured(first, given);
  }

  /** Runs a command as {@code --color} says. */
  private int coloured(String name, Arguments arguments)
      throws UsageException, EnvironmentException {
    String when = arguments.text("--color").orElse("auto");
    Console chosen =
        switch (when) {
          case "auto" -> console;
          case "always" -> console.withColour(true);
          case "never" -> console.withColour(false);
          default -> throw Arguments.bad("--color", when, "auto, always or never");
        };
    return new Main(chosen, verification).command(name).run(arguments);
  }

  /** {@code help check} asks for the same as {@code check --help}; there are topics besides. */
  private int help(String... arguments) throws UsageException, EnvironmentException {
    String subject = arguments.length > 1 ? arguments[1] : "";
    if (subject.isEmpty() || COMMANDS.contains(subject)) {
      return subject.isEmpty() ? dispatch("--help") : dispatch(subject, "--help");
    }
    for (Topics.Topic topic : Topics.all()) {
      if (topic.name().equals(subject)) {
        console.show(topic.text());
        return ExitCode.SATISFIED;
      }
    }
    List<String> known = new ArrayList<>(COMMANDS);
    Topics.all().forEach(topic -> known.add(topic.name()));
    throw Arguments.unknown("help topic", subject, known, known);
  }

  private int withoutCommand(String first) throws UsageException {
    switch (first) {
      case "-V", "--version" -> {
        console.out().println(ProductVersion.text());
        return ExitCode.SATISFIED;
      }
      case "", "-h", "--help" -> {
        CommandLine all = new CommandLine(specOfAll());
        all.usage(first.isEmpty() ? console.err() : console.out(), ansi());
        return first.isEmpty() ? ExitCode.USAGE : ExitCode.SATISFIED;
      }
      default -> {
        if (first.startsWith("-")) {
          throw new UsageException("found '" + first + "'; expected a command before any option");
        }
        throw Arguments.unknown("command", first, COMMANDS, COMMANDS);
      }
    }
  }

  private Command command(String name) {
    return switch (name) {
      case "check" -> new CheckCommand(console, verification);
      case "shrink" -> new ShrinkCommand(console);
      case "test" -> new TestCommand(console, verification);
      case "litmus" -> new LitmusCommand(console);
      case "search" -> new SearchCommand(console);
      case "predict" -> new PredictCommand(console);
      case "proxy" -> new ProxyCommand(console);
      case "adapter" -> new AdapterCommand(console);
      case "stats" -> new StatsCommand(console);
      case "convert" -> new ConvertCommand(console);
      case "generate" -> new GenerateCommand(console);
      case "serve" -> new ServeCommand(console);
      case "feed" -> new FeedCommand(console);
      case "flink" -> new FlinkCommand(console);
      case "list" -> new ListCommand(console);
      case "explain" -> new ExplainCommand(console);
      case "completion" -> new CompletionCommand(console);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The whole command line, for help. A command is run without the others, to start faster. */
  CommandSpec specOfAll() {
    CommandSpec root = rootSpec();
    COMMANDS.forEach(name -> root.addSubcommand(name, command(name).spec()));
    return root;
  }

  private static CommandSpec rootSpec() {
    CommandSpec root =
        Options.command(
            ProductVersion.NAME, "Measures which isolation level a database really gives.");
    root.usageMessage().customSynopsis("isogauge COMMAND [OPTIONS] [ARGUMENTS]");
    root.usageMessage().commandListHeading("%nCommands:%n");
    root.addOption(Options.help());
    root.addOption(
        OptionSpec.builder("-V", "--version")
            .type(boolean.class)
            .arity("0")
            .description("The version of Isogauge and of Java.")
            .build());
    root.usageMessage()
        .footerHeading("%nExamples:%n")
        .footer(
            "  isogauge check histories/                    # which levels hold?",
            "  isogauge check --level causal history.txt    # does this one?",
            "  isogauge test postgres --isolation rr        # what does a database give?",
            "  isogauge litmus postgres h2                  # which anomalies are possible?",
            "  isogauge search h2 --isolation ser           # which small schedules break it?",
            "  isogauge predict run.jsonl --isolation rc    # which races were missed?",
            "  isogauge explain G2-item                     # what is that?",
            "  isogauge help check",
            "  isogauge list topics                         # more help",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 usage, 3 unknown, 4 unreadable input,",
            "5 environment. Of many inputs the first of 1, 4, 3, 0 that occurs decides.");
    return root;
  }

  private static ParseResult parse(CommandLine line, String... arguments) throws UsageException {
    try {
      return line.parseArgs(arguments);
    } catch (CommandLine.UnmatchedArgumentException e) {
      String found = e.getUnmatched().get(0);
      if (!found.startsWith("-")) {
        throw new UsageException("found '" + found + "' and expected no further argument");
      }
      String name = found.contains("=") ? found.substring(0, found.indexOf('=')) : found;
      List<String> known = new ArrayList<>();
      for (OptionSpec option : e.getCommandLine().getCommandSpec().options()) {
        if (!option.hidden()) {
          known.addAll(List.of(option.names()));
        }
      }
      throw unknownOption(name, known);
    } catch (CommandLine.MissingParameterException e) {
      throw new UsageException(
          e.getMissing().get(0) instanceof OptionSpec option
              ? option.longestName() + ": found nothing; expected " + option.paramLabel()
              : decapitalised(e.getMessage()));
    } catch (CommandLine.ParameterException e) {
      throw new UsageException(decapitalised(e.getMessage()));
    }
  }

  private static UsageException unknownOption(String name, List<String> known) {
    // Every other letter would be near.
    boolean isLetter = name.length() == "-x".length();
    return new UsageException(
        "unknown option '"
            + name
            + "'"
            + Suggestions.instead(name, known, isLetter ? List.of() : known));
  }

  private static String decapitalised(String message) {
    return message.isEmpty()
        ? message
        : Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private static String hint(String... arguments) {
    String command = arguments.length > 0 && COMMANDS.contains(arguments[0]) ? arguments[0] : "";
    return "Try 'isogauge " + (command.isEmpty() ? "" : command + " ") + "--help'.";
  }

  private int internalError(Throwable thrown, String... arguments) {
    console.internalError("internal error: " + thrown, thrown, isDebugging(arguments));
    return ExitCode.ENVIRONMENT;
  }

  private static boolean isDebugging(String... arguments) {
    return Arrays.asList(arguments).contains("--debug");
  }

  private Ansi ansi() {
    return console.colour() ? Ansi.ON : Ansi.OFF;
  }
}
