package dev.isogauge.report.command;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a finding of a service names, as a history of its own. A service does not keep transactions
 * whole, so this has their names, timestamps and the operations in question. It was checked: a
 * finding of the same kind is in it.
 *
 * @param text the history as Isogauge text
 * @param level the level at which a check by timestamps finds it
 * @param note how it came about
 */
record FindingHistory(String text, IsolationLevel level, String note) {
  private static final Pattern TOKEN =
      Pattern.compile("-?\\d+|[A-Za-z_][\\w./-]*|\".*\"", Pattern.DOTALL);

  private static final String KEPT =
      "A service keeps of its transactions what findings name. This is that as a history, in which"
          + " a check by timestamps finds the same.";
  private static final String NUMBERS =
      " Which values were written is not kept: 1 and 2 stand for them.";
  private static final String ACCESSES =
      " What they did with the key is not kept: both write here, and 1 and 2 stand for values.";
  private static final String OWN_WRITE =
      " What its own operations had left before the read is shown as a write.";

  /** The history of a finding; empty where what is kept of it does not show it, as of lists. */
  static Optional<FindingHistory> of(TimestampFinding finding) {
    String key = finding.key().orElse("");
    TimestampedTransaction at = finding.transaction();
    Optional<TimestampedTransaction> other = finding.other();
    return switch (finding.kind()) {
      case EXTERNAL ->
          checked(
              finding,
              (other.isEmpty() ? "init " + key + "=" + finding.expected() + "\n" : "")
                  + other.map(writer -> line(writer, write(key, finding.expected()))).orElse("")
                  + line(at, read(key, finding.actual())),
              "");
      case INTERNAL ->
          checked(
              finding,
              line(at, write(key, finding.expected()) + read(key, finding.actual())),
              OWN_WRITE);
      case NO_CONFLICT -> bothWrite(finding, key, NUMBERS);
      case TIMESTAMP_TIE -> bothWrite(finding, key, ACCESSES);
      case SESSION ->
          other.isEmpty() ? Optional.empty() : checked(finding, session(finding, other.get()), "");
      case TIMESTAMP_ORDER -> checked(finding, line(at, ""), "");
      default -> Optional.empty();
    };
  }

  private static Optional<FindingHistory> bothWrite(
      TimestampFinding finding, String key, String more) {
    return finding
        .other()
        .flatMap(
            other ->
                checked(
                    finding,
                    line(other, write(key, "1")) + line(finding.transaction(), write(key, "2")),
                    more));
  }

  /** Two transactions of a session, with their numbers where the finding is about these. */
  private static String session(TimestampFinding finding, TimestampedTransaction earlier) {
    String number = "number ";
    if (!finding.expected().startsWith(number)) {
      return line(earlier, "") + line(finding.transaction(), "");
    }
    long expected = Long.parseLong(finding.expected().substring(number.length()));
    String actual = finding.actual().substring(number.length());
    return line(earlier, " [sno " + (expected - 1) + "]")
        + line(finding.transaction(), " [sno " + actual + "]");
  }

  private static String line(TimestampedTransaction transaction, String operations) {
    return transaction.session()
        + " "
        + name(transaction)
        + ": [ts "
        + transaction.start()
        + ".."
        + transaction.commit()
        + "]"
        + operations
        + "\n";
  }

  /** A name made of that of a session need not be one that the text format has. */
  private static String name(TimestampedTransaction transaction) {
    String name = transaction.name();
    if (TOKEN.matcher(name).matches()) {
      return name;
    }
    Atoms atoms = new Atoms();
    return atoms.token(atoms.text(name));
  }

  private static String write(String key, String value) {
    return " w(" + key + "," + value + ")";
  }

  private static String read(String key, String value) {
    return " r(" + key + "," + value + ")";
  }

  private static Optional<FindingHistory> checked(
      TimestampFinding finding, String text, String more) {
    try {
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level :
          List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY)) {
        if (shows(history, level, finding.kind())) {
          return Optional.of(new FindingHistory(IsogaugeText.format(history), level, KEPT + more));
        }
      }
    } catch (InputException e) {
      // A list, or a name that another format gave it.
    }
    return Optional.empty();
  }

  private static boolean shows(History history, IsolationLevel level, AnomalyKind kind) {
    Verdict verdict = Checks.check(history, Question.byTimestamps(level), Limits.DEFAULT);
    boolean isFound =
        verdict instanceof Verdict.Violated violated && violated.counts().containsKey(kind);
    return isFound || verdict.notes().stream().anyMatch(note -> note.kind() == kind);
  }
}
