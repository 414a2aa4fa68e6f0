package dev.isogauge.app.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.CommandLines;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command lines of Isogauge that reports of checks mention. */
public final class MentionedCommands implements CommandLines {
  private final Optional<Path> versionOrder;

  /**
   * Command lines.
   *
   * @param versionOrder the file with further orders of versions, if the check had one
   */
  public MentionedCommands(Optional<Path> versionOrder) {
    this.versionOrder = versionOrder;
  }

  @Override
  public List<Line> again(CheckResult result, AnomalyKind kind, String excerpt) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        new Line(
            "Check these transactions alone",
            "isogauge check " + excerpt + asked(result, Optional.empty())));
    if (isFile(result.file())) {
      lines.add(
          new Line(
              "Find the smallest part of the history with such an anomaly",
              "isogauge shrink "
                  + quoted(result.file())
                  + asked(result, versionOrder)
                  + " --anomaly "
                  + (kind.letter().isEmpty() ? kind.title() : kind.letter())
                  + " -o small.txt"));
    }
    return lines;
  }

  @Override
  public Optional<String> more(CheckResult result) {
    return isFile(result.file())
        ? Optional.of(
            "isogauge check "
                + quoted(result.file())
                + asked(result, versionOrder)
                + " --max-anomalies 1000000 --json")
        : Optional.empty();
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The question as options. */
  private static String asked(CheckResult result, Optional<Path> orders) {
    Question question = result.question();
    StringBuilder options =
        new StringBuilder(" --level " + question.pattern().orElse(question.level().id()));
    if (question.order() != OrderSource.NONE || claims(result.history())) {
      options.append(" --order ").append(question.order().id());
    }
    if (!question.sessionOrder()) {
      options.append(" --no-session-order");
    }
    if (!question.registers().equals(RegisterOrder.sound())) {
      options.append(" --register-order ");
      options.append(
          question.registers().stream()
              .sorted()
              .map(RegisterOrder::id)
              .collect(Collectors.joining(",")));
    }
    orders.ifPresent(file -> options.append(" --version-order ").append(quoted(file.toString())));
    return options.toString();
  }

  /** Whether a check would choose an order that the history claims. */
  private static boolean claims(History history) {
    return history.hasTimestamps() || history.hasClaims() || !history.versionOrders().isEmpty();
  }

  /** A word for a shell. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:@%+,-]+") && !word.startsWith("-")
        ? word
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
