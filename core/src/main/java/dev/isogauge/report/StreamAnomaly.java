package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.Sentence;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What was found in a stream, as an anomaly of a small history: the transactions that the finding
 * names, with the operations in question. So it is told and drawn as that of any history.
 */
public final class StreamAnomaly {
  private static final Pattern WORD = Pattern.compile("-?\\d++|[A-Za-z_][\\w./-]*+");

  /** Stands for a value that is not kept. */
  private static final String UNKNOWN_VALUE = "unknown";

  private static final String SEQUENCE_NUMBER = "number ";

  private final TimestampFinding finding;
  final History history;
  final Anomaly anomaly;

  /** What arrived after the finding was final, so that it was withdrawn. */
  private final Optional<TimestampedTransaction> late;

  private StreamAnomaly(TimestampFinding finding, Optional<TimestampedTransaction> late) {
    this.finding = finding;
    this.late = late;
    this.history = parsed();
    this.anomaly = late.isPresent() ? late(late.get()) : anomaly();
  }

  /** What was found. */
  public static StreamAnomaly of(TimestampFinding finding) {
    return new StreamAnomaly(finding, Optional.empty());
  }

  /** That a finding was withdrawn since a transaction arrived late. */
  public static StreamAnomaly withdrawn(TimestampFinding finding, TimestampedTransaction late) {
    return new StreamAnomaly(finding, Optional.of(late));
  }

  /** A finding in one line: what happened, and what should have. */
  public static String sentence(TimestampFinding finding) {
    Explanation explanation = of(finding).explanation();
    if (finding.isLoss()) {
      return String.join(" ", finding.actual().lines().toList());
    }
    return explanation.title()
        + ". "
        + explanation.argument().stream()
            .filter(sentence -> !sentence.isContradiction())
            .map(Sentence::text)
            .collect(Collectors.joining(" "));
  }

  /**
   * The object that stands for it among the anomalies of a JSON report.
   *
   * @param id its number
   * @param check how to ask a question of a history in a file
   */
  public String json(long id, BiFunction<String, Question, CommandLines.Line> check)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setHighestNonEscapedChar(0x7E);
      JsonEvidence.write(this, id, check, json);
    }
    return text.toString();
  }

  /** A level that a stream lost was explained with the history that the stream had then. */
  Explanation explanation() {
    if (!finding.isLoss() || late.isPresent()) {
      return new Explainer(history).explain(anomaly);
    }
    List<String> lines = finding.actual().lines().toList();
    return new Explanation(
        lines.get(0),
        lines.get(0),
        List.of(),
        lines.stream()
            .skip(1)
            .map(
                line ->
                    new Sentence(line, line.startsWith("However, "), Optional.empty(), List.of()))
            .toList());
  }

  /** The small history; without values where these cannot be read back. */
  private History parsed() {
    try {
      return IsogaugeText.parse(text(earlierOperations(), operations()));
    } catch (InputException e) {
      return withoutValues();
    }
  }

  private History withoutValues() {
    try {
      return IsogaugeText.parse(text("", isRead() ? " r(" + key() + ",?)" : ""));
    } catch (InputException e) {
      throw new IllegalArgumentException("no timestamps in " + finding, e);
    }
  }

  private String text(String earlier, String own) {
    StringBuilder text = new StringBuilder();
    finding.other().ifPresent(other -> text.append(line(other, earlier)));
    late.ifPresent(transaction -> text.append(line(transaction, "")));
    if (!finding.transaction().name().isEmpty()) {
      text.append(line(finding.transaction(), own));
    }
    boolean isInitial = finding.kind() == AnomalyKind.EXTERNAL && finding.other().isEmpty();
    if (isInitial && !finding.expected().endsWith("]") && !finding.expected().equals("nil")) {
      text.insert(0, "init " + key() + "=" + token(finding.expected()) + "\n");
    }
    return text.toString();
  }

  private String earlierOperations() {
    if (isRead()) {
      return write(finding.expected());
    }
    return finding.key().isPresent() ? write(UNKNOWN_VALUE) : number(finding.expected(), -1);
  }

  private String operations() {
    if (isRead()) {
      boolean isOwn = finding.kind() == AnomalyKind.INTERNAL;
      return (isOwn ? write(finding.expected()) : "")
          + " r("
          + key()
          + ","
          + read(finding.actual())
          + ")";
    }
    return finding.key().isPresent() ? write(UNKNOWN_VALUE) : number(finding.actual(), 0);
  }

  /** The number in a session, where the finding is about these. */
  private static String number(String text, int more) {
    return text.startsWith(SEQUENCE_NUMBER)
        ? " [sno " + (Long.parseLong(text.substring(SEQUENCE_NUMBER.length())) + more) + "]"
        : "";
  }

  private boolean isRead() {
    return finding.operation() > 0;
  }

  private String key() {
    return token(finding.key().orElse(""));
  }

  /** A write after which a key has the value; of a list, the append of its last element. */
  private String write(String value) {
    if (!value.endsWith("]")) {
      return value.equals("nil") ? " d(" + key() + ")" : " w(" + key() + "," + token(value) + ")";
    }
    List<String> elements = elements(value.substring(value.indexOf('[')));
    return elements.isEmpty()
        ? ""
        : " a(" + key() + "," + token(elements.get(elements.size() - 1)) + ")";
  }

  /** The elements of a list in brackets, of which those in quotes may hold commas. */
  private static List<String> elements(String list) {
    List<String> elements = new ArrayList<>();
    int begin = 1;
    boolean isQuoted = false;
    for (int i = 1; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == '\\' && isQuoted) {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && (c == ',' || i == list.length() - 1)) {
        if (i > begin) {
          elements.add(list.substring(begin, i));
        }
        begin = i + 1;
      }
    }
    return elements;
  }

  private static String line(TimestampedTransaction transaction, String operations) {
    String times =
        transaction.start().isEmpty()
            ? ""
            : " [ts " + transaction.start() + ".." + transaction.commit() + "]";
    return token(transaction.session())
        + " "
        + token(transaction.name())
        + ":"
        + times
        + operations
        + "\n";
  }

  /** A name made of that of a session need not be one that the text format has. */
  private static String token(String name) {
    if (WORD.matcher(name).matches() || isQuoted(name)) {
      return name;
    }
    Atoms atoms = new Atoms();
    return atoms.token(atoms.text(name));
  }

  /** Whether it is in quotes, with none in the middle that is not escaped. */
  private static boolean isQuoted(String name) {
    int end = name.length() - 1;
    int i = 1;
    while (i < end && name.charAt(i) != '"') {
      i += name.charAt(i) == '\\' ? 2 : 1;
    }
    return end > 0 && name.charAt(0) == '"' && i == end && name.charAt(end) == '"';
  }

  /** A list in brackets; all else is one value. */
  private static String read(String value) {
    return value.startsWith("[") && value.endsWith("]")
        ? elements(value).stream()
            .map(StreamAnomaly::token)
            .collect(Collectors.joining(",", "[", "]"))
        : token(value);
  }

  private Anomaly anomaly() {
    if (finding.isLoss()) {
      return finding.transaction().name().isEmpty()
          ? Anomaly.of(finding.kind())
          : Anomaly.of(finding.kind(), part(Role.LATER, finding.transaction()));
    }
    List<Part> parts = new ArrayList<>();
    int at = find(finding.transaction());
    if (isRead()) {
      int read = history.endOperation(at) - 1;
      int key = history.keyOf(read);
      if (finding.kind() == AnomalyKind.EXTERNAL) {
        int write =
            finding
                .other()
                .map(this::find)
                .filter(t -> history.firstOperation(t) < history.endOperation(t))
                .map(history::firstOperation)
                .orElse(History.INITIAL);
        parts.add(Part.ofVersion(Role.EXPECTED, history, write, key));
      }
      parts.add(Part.ofOperation(Role.READER, history, read));
    } else {
      finding.other().ifPresent(other -> parts.add(part(Role.EARLIER, other)));
      parts.add(
          finding.key().isPresent()
              ? Part.ofOperation(Role.LATER, history, history.firstOperation(at))
              : Part.ofTransaction(Role.LATER, at));
    }
    Anomaly found = Anomaly.of(finding.kind(), parts, List.of());
    if (!finding.expected().isEmpty()) {
      found = found.expecting(finding.expected(), finding.actual());
    }
    return finding.source() == ReadSource.NOT_KNOWN ? found : found.as(finding.source());
  }

  private Anomaly late(TimestampedTransaction arrived) {
    List<Part> parts = new ArrayList<>();
    finding.other().ifPresent(other -> parts.add(part(Role.EARLIER, other)));
    parts.add(part(Role.LATER, arrived));
    parts.add(part(Role.READER, finding.transaction()));
    return Anomaly.of(AnomalyKind.LATE_TRANSACTION, parts, List.of()).showing(sentence(finding));
  }

  private Part part(Role role, TimestampedTransaction transaction) {
    return Part.ofTransaction(role, find(transaction));
  }

  private int find(TimestampedTransaction transaction) {
    String name = token(transaction.name());
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.transactionName(t).equals(name)) {
        return t;
      }
    }
    throw new IllegalArgumentException("no transaction " + name);
  }

  /** By what a check by timestamps finds the same in the small history; empty if nothing does. */
  Optional<Question> question() {
    if (late.isPresent() || finding.isLoss()) {
      return Optional.empty();
    }
    return List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY).stream()
        .map(Question::byTimestamps)
        .filter(this::shows)
        .findFirst();
  }

  private boolean shows(Question question) {
    Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
    boolean isFound =
        verdict instanceof Verdict.Violated violated
            && violated.counts().containsKey(finding.kind());
    return isFound || verdict.notes().stream().anyMatch(note -> note.kind() == finding.kind());
  }

  /** What the small history lacks, in words. */
  String note() {
    return "A service keeps of its transactions what findings name. This is that as a history, in"
        + " which a check by timestamps finds the same."
        + (!isRead() && finding.key().isPresent() ? " Which values were written is not kept." : "");
  }
}
