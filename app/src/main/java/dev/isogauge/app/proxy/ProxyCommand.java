package dev.isogauge.app.proxy;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.serve.ServiceException;
import dev.isogauge.app.serve.Tls;
import dev.isogauge.app.watch.OnlineCheck;
import dev.isogauge.app.watch.ServiceJudge;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.recorder.RecordingCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Model.CommandSpec;

/** Records what clients in any language do with a PostgreSQL server. */
public final class ProxyCommand implements Command {
  private static final List<String> SESSIONS = List.of("connection", "application_name");

  private static final List<IsolationLevel> WATCHED =
      List.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.CAUSAL,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY);

  private static final int MOST_CONNECTIONS = 1000;
  private static final String LOOPBACK = "127.0.0.1";

  private final Console console;

  public ProxyCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "proxy",
            "Stands between clients, in any language, and a PostgreSQL server, and records their"
                + " transactions until it is interrupted.");
    spec.addOption(
        Options.value(
            "--to",
            "URL",
            "The server and the database to record, such as postgres://user@localhost:5432/shop,"
                + " perhaps with ?sslmode= and &sslrootcert=. The user needs REPLICATION, and the"
                + " server wal_level = logical; required."));
    spec.addOption(
        Options.value(
            "--listen",
            "[HOST:]PORT",
            "Where clients connect, port 0 for a free one; required. Default host "
                + LOOPBACK
                + "."));
    spec.addOption(
        Options.value("--out", "FILE", "The recording, as JSON Lines; it is replaced; required."));
    spec.addOption(
        Options.choice(
            "--session",
            "WHAT",
            SESSIONS,
            "What a session is: a client's connection, or all connections of one"
                + " application_name, for pools. Default connection."));
    spec.addOption(
        Options.value(
            "--watch",
            "PORT",
            "Check reads and writes of single rows while they are recorded, and show a live page on"
                + " this port of 127.0.0.1, 0 for a free one. Default: check afterwards."));
    spec.addOption(
        Options.flag(
            "--redact",
            "Record a hash in the place of each value and key, equal for equal values; SQL loses"
                + " its literals, and conditions can no longer be evaluated."));
    spec.addOption(
        Options.value(
            "--tls-cert",
            "FILE",
            "Offer clients TLS with this certificate (PEM), followed by those that vouch for it."
                + " Default: none."));
    spec.addOption(
        Options.value(
            "--tls-key",
            "FILE",
            "The certificate's private key (PEM, no password). Required with it."));
    Passwords.describe(spec);
    return Options.finish(
        spec,
        "isogauge proxy --to postgres://app@localhost/shop --listen 5433 --out run.jsonl",
        "DATABASE_URL=postgres://app@localhost:5433/shop pytest    # meanwhile",
        "isogauge check run.jsonl --html report.html               # afterwards");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    ServerAddress server = ServerAddress.parse(required(arguments, "--to", "the server's URL"));
    String[] listen = listen(required(arguments, "--listen", "the port to listen on"));
    Path file =
        arguments.path("--out").orElseThrow(() -> new UsageException("expected --out with a file"));
    if (server.password().isEmpty()) {
      Optional<String> password = Passwords.given(arguments, console);
      server = password.map(server::withPassword).orElse(server);
    }
    ProxySettings settings =
        new ProxySettings(
            server,
            listen[0],
            Integer.parseInt(listen[1]),
            isByApplication(arguments),
            arguments.flag("--redact"),
            certificate(arguments),
            MOST_CONNECTIONS);
    RecorderOptions options =
        RecorderOptions.DEFAULTS.about(Map.of("recorder", "proxy", "database", "postgres"));
    Optional<Integer> watch = watch(arguments);
    if (watch.isEmpty()) {
      ProxyRun run = ProxyRun.start(settings, file, options, this::say);
      return serve(run, settings, Optional.empty(), arguments.quiet());
    }
    try (OnlineCheck online =
        new OnlineCheck(
            ServiceJudge.byReads(
                WATCHED, Files.createTempDirectory("isogauge-watch"), watch.get(), this::say))) {
      RecorderOptions watched = options.listener(new WatchedLines(online::accept));
      ProxyRun run = ProxyRun.start(settings, file, watched, this::say);
      return serve(run, settings, Optional.of(online), arguments.quiet());
    } catch (ServiceException | IOException e) {
      throw new EnvironmentException("--watch: " + e.getMessage());
    }
  }

  /** The port of the live page. */
  private static Optional<Integer> watch(Arguments arguments) throws UsageException {
    return arguments.text("--watch").isPresent()
        ? Optional.of((int) arguments.number("--watch", 0, 0, 65535))
        : Optional.empty();
  }

  private int serve(
      ProxyRun run, ProxySettings settings, Optional<OnlineCheck> online, boolean quiet)
      throws EnvironmentException {
    Thread hook = new Thread(() -> stopAndExit(run, online, quiet), "isogauge-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    if (!quiet) {
      say(
          "listening on "
              + settings.host()
              + ":"
              + run.port()
              + " for "
              + settings.server()
              + "; recording to "
              + run.file()
              + " until interrupted");
    }
    try {
      run.await();
      // Which ends the process.
      hook.join();
      return ExitCode.SATISFIED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      run.close();
      return ExitCode.SATISFIED;
    }
  }

  private synchronized void say(String message) {
    console.say(message);
    console.err().flush();
  }

  /** On SIGTERM and Ctrl-C. To be stopped is not a failure, and Java would say 143 or 130. */
  private void stopAndExit(ProxyRun run, Optional<OnlineCheck> online, boolean quiet) {
    int code = ExitCode.SATISFIED;
    try {
      run.close();
      if (!quiet) {
        RecordingCounts counts = run.counts();
        say(
            String.format(
                Locale.ROOT,
                "%s: %,d transactions committed, %,d aborted, of %,d connections",
                run.file(),
                counts.committed(),
                counts.aborted(),
                run.connectionCount()));
      }
      if (online.isPresent()) {
        say(online.get().finish());
        online.get().close();
      }
    } catch (EnvironmentException | IOException e) {
      say(e.getMessage());
      code = ExitCode.ENVIRONMENT;
    }
    console.out().flush();
    console.err().flush();
    Runtime.getRuntime().halt(code);
  }

  private static String required(Arguments arguments, String option, String what)
      throws UsageException {
    return arguments
        .text(option)
        .orElseThrow(() -> new UsageException("expected " + option + " with " + what));
  }

  private static boolean isByApplication(Arguments arguments) throws UsageException {
    String what =
        arguments.named(
            "--session",
            name -> Optional.of(name).filter(SESSIONS::contains),
            SESSIONS,
            SESSIONS.get(0));
    return what.equals(SESSIONS.get(1));
  }

  private static String[] listen(String text) throws UsageException {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? LOOPBACK : text.substring(0, colon);
    String port = text.substring(colon + 1);
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535 || host.isEmpty()) {
      throw Arguments.bad("--listen", text, "a port such as 5433, or HOST:PORT");
    }
    return new String[] {host.replaceAll("[\\[\\]]", ""), port};
  }

  private static Optional<SSLContext> certificate(Arguments arguments)
      throws UsageException, EnvironmentException {
    Optional<Path> certificate = arguments.path("--tls-cert");
    Optional<Path> key = arguments.path("--tls-key");
    if (certificate.isPresent() != key.isPresent()) {
      throw new UsageException("expected --tls-cert and --tls-key together");
    }
    if (certificate.isEmpty()) {
      return Optional.empty();
    }
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(Tls.read(certificate.get(), key.get()).store(), Tls.PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return Optional.of(context);
    } catch (ServiceException | GeneralSecurityException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }
}
