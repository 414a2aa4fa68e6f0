package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.serve.Service.Ending;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.Horizon;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Checks transactions while they arrive over HTTP. */
public final class ServeCommand implements Command {

  private static final List<String> LEVELS = List.of("si", "ser");
  private static final List<String> ORDERS = List.of("timestamps", "reads");

  /** What only checking by timestamps has. */
  private static final List<String> BY_TIMESTAMPS =
      List.of("--delay", "--clock", "--horizon", "--checkpoint", "--archive");

  private static final List<IsolationLevel> BY_READS =
      List.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.CAUSAL,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  private static final List<String> CLOCKS = List.of("arrival", "event");

  private final Console console;

  /** Made beforehand, since a full heap has no room for a message. */
  private final byte[] fullHeap =
      ("isogauge: " + Hints.onFullHeap() + System.lineSeparator()).getBytes(UTF_8);

  public ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "serve",
            "Checks transactions while they arrive over HTTP, by their timestamps or by what their"
                + " reads show. What it acknowledged survives a crash: started again on the same directory, it"
                + " continues.");
    spec.addOption(
        Options.choice(
            "--level",
            "LEVEL",
            LEVELS,
            "The level to check, si or ser; required. By reads: one or several of rc, ra, causal,"
                + " si, ser and strict-ser; all of them by default."));
    spec.addOption(
        Options.choice(
            "--order",
            "ORDER",
            ORDERS,
            "What decides: timestamps, or reads, for lists and for registers that are read before"
                + " they are written. Default timestamps."));
    spec.addOption(
        Options.value("--port", "PORT", "The port to listen on, 0 for a free one; required."));
    spec.addOption(
        Options.value("--data", "DIR", "The directory of journal and violations; required."));
    spec.addOption(
        Options.value(
            "--memory",
            "SIZE",
            "Memory for the state of checking; beyond it, state goes to disk, then producers"
                + " wait. Default 512m."));
    spec.addOption(
        Options.value(
            "--delay",
            "TIME",
            "How long a verdict stays provisional, because late transactions may change it."
                + " Default 5s."));
    spec.addOption(
        Options.value(
            "--horizon",
            "TIME|COUNT",
            "How far back transactions are judged, by time since arrival or by number. Older"
                + " state is dropped; transactions from beyond make the verdict unknown."
                + " Default: all."));
    Options.section(spec, "Network");
    spec.addOption(Options.value("--host", "HOST", "The address to listen on. Default 127.0.0.1."));
    spec.addOption(
        Options.value(
            "--public-url",
            "URL",
            "The address of the live page behind a proxy, such as https://host/isogauge/; needs"
                + " a token."));
    spec.addOption(
        Options.value(
            "--tls-cert",
            "FILE",
            "Serve HTTPS with this certificate (PEM), followed by those that vouch for it."
                + " Default: HTTP."));
    spec.addOption(
        Options.value(
            "--tls-key",
            "FILE",
            "The certificate's private key (PEM, no password). Required with it."));
    spec.addOption(
        Options.value(
            "--access-log", "FILE", "Note every request at the end of this file. Default: none."));
    Passwords.describeToken(
        spec, "The token that clients must send; required unless HOST is a loopback address.");
    spec.addOption(
        Options.value("--max-request", "SIZE", "The largest batch, uncompressed. Default 64m."));
    Options.section(spec, "Checking and state");
    spec.addOption(
        Options.choice(
            "--clock",
            "CLOCK",
            CLOCKS,
            "What the delay is measured by: arrival (time since the transaction arrived) or"
                + " event (all sessions have passed its commit timestamp by the delay). Default"
                + " arrival."));
    spec.addOption(
        Options.value(
            "--initial",
            "VALUE",
            "The value of keys before their first write: nil, an integer or a string. Default:"
                + " what the first batch states ({\"default\":0}), or else nil."));
    spec.addOption(
        Options.value("--checkpoint", "TIME", "How often the state is saved. Default 10s."));
    spec.addOption(
        Options.value(
            "--archive",
            "DIR",
            "Where to move parts of the journal that no checkpoint needs. Default: delete them."));
    return Options.finish(
        spec,
        "isogauge serve --level si --port 8123 --data run1",
        "isogauge serve --order reads --port 8123 --data run2",
        "isogauge serve --level ser --host 0.0.0.0 --port 8123 --data d --delay 1m",
        "xdg-open http://127.0.0.1:8123/   # the live page",
        "curl -N http://127.0.0.1:8123/violations/stream");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    ServeSettings settings = settings(arguments);
    try {
      Optional<Ending> before = Service.finishedBefore(settings.data());
      if (before.isPresent()) {
        console.say(
            settings.data()
                + ": this run was finished; its report is "
                + settings.data().resolve("report.json"));
        return exitCode(before.get());
      }
      return serve(settings, arguments.quiet());
    } catch (ServiceException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }

  private int serve(ServeSettings settings, boolean quiet) throws ServiceException {
    ServeConsole messages = new ServeConsole(console, settings, quiet);
    Thread.setDefaultUncaughtExceptionHandler(this::threadDied);
    Service service = Service.start(settings, messages);
    messages.listening(service.port());
    Thread hook = new Thread(() -> stopAndExit(service), "isogauge-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      Ending ending = service.awaitEnd();
      messages.close();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending by a signal, and the hook says how.
      }
      return exitCode(ending);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      service.close();
      return ExitCode.SATISFIED;
    }
  }

  /** A service that lost a thread is half dead; a new one goes on where this one ends. */
  private void threadDied(Thread thread, Throwable cause) {
    try {
      if (cause instanceof OutOfMemoryError) {
        console.err().write(fullHeap, 0, fullHeap.length);
      } else {
        console.say("internal error in " + thread.getName() + ": " + cause);
      }
      console.err().flush();
    } finally {
      Runtime.getRuntime().halt(ExitCode.ENVIRONMENT);
    }
  }

  /** On SIGTERM and Ctrl-C. A clean stop is not a failure, and Java would say 143 or 130. */
  private void stopAndExit(Service service) {
    int code = ExitCode.ENVIRONMENT;
    try {
      service.stop();
      code = exitCode(service.awaitEnd());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    console.out().flush();
    console.err().flush();
    Runtime.getRuntime().halt(code);
  }

  private static int exitCode(Ending ending) {
    return switch (ending) {
      case STOPPED, SATISFIED -> ExitCode.SATISFIED;
      case VIOLATED -> ExitCode.VIOLATED;
      case UNKNOWN -> ExitCode.UNKNOWN;
      case FAILED -> ExitCode.ENVIRONMENT;
    };
  }

  private ServeSettings settings(Arguments arguments) throws UsageException, EnvironmentException {
    String host = arguments.text("--host").orElse(ServeSettings.DEFAULT_HOST);
    Optional<String> token = Passwords.token(arguments, console).filter(text -> !text.isEmpty());
    if (token.isEmpty() && !isLoopback(host)) {
      throw new UsageException(
          "--host: "
              + host
              + " can be reached from other machines; expected a token; 'isogauge help passwords' shows"
              + " how to give one");
    }
    if (arguments.text("--port").isEmpty()) {
      throw new UsageException("expected --port with the port to listen on");
    }
    Path data =
        arguments
            .path("--data")
            .orElseThrow(() -> new UsageException("expected --data with a directory"));
    List<IsolationLevel> byReads = byReads(arguments);
    return new ServeSettings(
        byReads.isEmpty() ? level(arguments) : byReads.get(0),
        host,
        (int) arguments.number("--port", 0, 0, 65535),
        data,
        arguments.duration("--delay").orElse(ServeSettings.DEFAULT_DELAY),
        clock(arguments),
        memory(arguments),
        token,
        arguments.initialValue("--initial").orElse(ServeSettings.STATED),
        maxRequest(arguments),
        new Retention(
            arguments.duration("--checkpoint").orElse(Retention.DEFAULT.checkpoints()),
            arguments.path("--archive"),
            horizon(arguments)),
        new WebSettings(
            publicUrl(arguments, token.isPresent()),
            tls(arguments),
            arguments.path("--access-log")),
        byReads);
  }

  /** The levels to look for by reads; none if timestamps decide. */
  private static List<IsolationLevel> byReads(Arguments arguments) throws UsageException {
    String order = arguments.text("--order").orElse("timestamps");
    if (order.equals("timestamps")) {
      return List.of();
    }
    if (!order.equals("reads")) {
      throw Arguments.unknown("order", order, ORDERS, ORDERS);
    }
    for (String option : BY_TIMESTAMPS) {
      if (arguments.text(option).isPresent()) {
        throw new UsageException(option + " has no meaning with --order reads");
      }
    }
    Set<IsolationLevel> asked = arguments.levels("--level");
    if (!BY_READS.containsAll(asked)) {
      throw new UsageException(
          "expected --level with some of "
              + BY_READS.stream().map(IsolationLevel::id).collect(Collectors.joining(", "))
              + ", which --order reads can decide");
    }
    return BY_READS.stream().filter(each -> asked.isEmpty() || asked.contains(each)).toList();
  }

  private static Optional<Tls> tls(Arguments arguments)
      throws UsageException, EnvironmentException {
    Optional<Path> certificate = arguments.path("--tls-cert");
    Optional<Path> key = arguments.path("--tls-key");
    if (certificate.isPresent() != key.isPresent()) {
      throw new UsageException("expected --tls-cert and --tls-key together");
    }
    try {
      return certificate.isPresent()
          ? Optional.of(Tls.read(certificate.get(), key.get()))
          : Optional.empty();
    } catch (ServiceException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }

  private static Optional<URI> publicUrl(Arguments arguments, boolean hasToken)
      throws UsageException {
    Optional<String> text = arguments.text("--public-url");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!hasToken) {
      throw new UsageException(
          "--public-url: others can reach that address; expected a token; 'isogauge help passwords'"
              + " shows how to give one");
    }
    try {
      URI url = new URI(text.get());
      boolean isWeb =
          "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
      if (isWeb && url.getHost() != null && url.getUserInfo() == null && url.getQuery() == null) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw Arguments.bad("--public-url", text.get(), "an address such as https://host/isogauge/");
  }

  private static IsolationLevel level(Arguments arguments) throws UsageException {
    Set<IsolationLevel> levels = arguments.levels("--level");
    Set<IsolationLevel> known =
        Set.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);
    if (levels.size() != 1 || !known.containsAll(levels)) {
      throw new UsageException("expected --level with si or ser, which timestamps can decide");
    }
    return levels.iterator().next();
  }

  private static FinalityClock clock(Arguments arguments) throws UsageException {
    String name = arguments.text("--clock").orElse("arrival");
    return switch (name) {
      case "arrival" -> FinalityClock.ARRIVAL;
      case "event" -> FinalityClock.EVENT_TIME;
      default -> throw Arguments.unknown("clock", name, CLOCKS, CLOCKS);
    };
  }

  private static Horizon horizon(Arguments arguments) throws UsageException {
    Optional<String> text = arguments.text("--horizon");
    if (text.isEmpty()) {
      return Horizon.NONE;
    }
    return text.get().matches("[0-9]+")
        ? new Horizon(arguments.number("--horizon", 0, 1, Long.MAX_VALUE - 1), Long.MAX_VALUE)
        : new Horizon(Long.MAX_VALUE, arguments.duration("--horizon").orElseThrow().toNanos());
  }

  private static long memory(Arguments arguments) throws UsageException {
    long bytes = arguments.bytes("--memory").orElse(ServeSettings.DEFAULT_MEMORY);
    if (bytes < ServeSettings.LEAST_MEMORY) {
      throw Arguments.bad("--memory", arguments.text("--memory").orElse(""), "at least 256k");
    }
    return bytes;
  }

  private static int maxRequest(Arguments arguments) throws UsageException {
    long bytes = arguments.bytes("--max-request").orElse((long) ServeSettings.DEFAULT_MAX_REQUEST);
    if (bytes > 1 << 30) {
      throw Arguments.bad(
          "--max-request", arguments.text("--max-request").orElse(""), "at most 1g");
    }
    return (int) bytes;
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
