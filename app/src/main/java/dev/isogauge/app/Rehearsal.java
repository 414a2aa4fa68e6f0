package dev.isogauge.app;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.LargerJava;
import dev.isogauge.app.io.TemporaryDirectory;
import dev.isogauge.app.serve.ServeSettings;
import dev.isogauge.app.serve.Service;
import dev.isogauge.app.serve.ServiceConsole;
import dev.isogauge.app.serve.ServiceException;
import dev.isogauge.level.IsolationLevel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the usual commands once without output, so that the launcher learns which classes to put
 * into the class-data archive.
 */
final class Rehearsal {
  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    Main.prepare();
    run("--version");
    run("--help");
    run("list", "levels");
    run("list", "formats");
    run("check", "--help");
    run("chekc");
    // Checks a history of each kind, and explains what is in it.
    for (AnomalyKind kind : AnomalyKind.values()) {
      run("explain", kind.title());
    }
    LargerJava.command(List.of(), true);
    rehearseFile();
    rehearseGenerated();
    rehearseService();
  }

  private static void rehearseFile() throws IOException {
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path history = directory.path().resolve("history.txt");
      Files.writeString(
          history, "s1: aborted w(x,1) | r(x,nil) w(y,1)\ns2: r(x,1) r(y,1) w(y,2)\n");
      run("check", directory.path().toString());
      run("check", "--json", history.toString());
      run("check", "--level", "rc,ra,cc,ci", "--timeout", "1m", history.toString());
      run("check", "--html", directory.path().resolve("page.html").toString(), history.toString());
      run("stats", history.toString());
    }
  }

  /** What else is often asked, of histories that stores made. */
  private static void rehearseGenerated() throws IOException {
    List<String> claims = List.of("--serial", "--versions", "--to", "isogauge");
    // The reader of SQL has a lot of classes.
    generated("predicate", claims, "--order", "replay");
    generated("predicate", claims, "--order", "certificate");
    generated("register", claims, "--order", "certificate");
    generated("register", List.of("--timestamps", "--to", "timekiller"), "--order", "timestamps");
    generated("register", List.of("--to", "elle"), "--level", "ser,si");
    generated("list-append", List.of("--to", "elle"), "--level", "sser");
    generated("lwt", List.of("--real-time", "--to", "isogauge"), "--level", "lin");
  }

  private static void generated(String workload, List<String> recorded, String... question)
      throws IOException {
    Path history = Files.createTempFile("isogauge", "");
    try {
      List<String> generate = new ArrayList<>(List.of("generate", "--workload", workload));
      generate.addAll(List.of("--transactions", "200", "--keys", "10", "-o", history.toString()));
      generate.addAll(recorded);
      run(generate.toArray(String[]::new));
      List<String> check = new ArrayList<>(List.of("check", history.toString()));
      check.addAll(List.of(question));
      run(check.toArray(String[]::new));
    } finally {
      Files.delete(history);
    }
  }

  /** A service takes a history and saves its state; one that cannot listen is left out. */
  private static void rehearseService() throws IOException {
    run("serve", "--help");
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      String history = directory.path().resolve("history").toString();
      run(
          "generate",
          "--transactions",
          "2000",
          "--timestamps",
          "--to",
          "timekiller",
          "-o",
          history);
      Path data = directory.path().resolve("data");
      ServeSettings settings = ServeSettings.of(IsolationLevel.SNAPSHOT_ISOLATION, 0, data);
      try (Service service = Service.start(settings, new Silence())) {
        run("feed", history, "--service", "http://127.0.0.1:" + service.port(), "--batch", "100");
      } catch (ServiceException e) {
        // Only speed depends on it.
      }
    }
  }

  private static final class Silence implements ServiceConsole {
    @Override
    public void say(String message) {}

    @Override
    public void replaying(long transactions) {}

    @Override
    public void ready(long known, long replayed, Duration took) {}
  }

  private static void run(String... command) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of(), false, false);
    new Main(console).run(command);
  }
}
