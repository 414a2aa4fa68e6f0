package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.StatementEffect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A statement of a text that was sent to PostgreSQL by other means than JDBC. */
@SuppressWarnings("exports") // Row versions are for our own modules.
public final class RecordedStatement {
  private final Reading reading;
  private final RowRecording recording;
  private final Optional<Redaction> redaction;
  private final String word;
  private final int begin;
  private final int end;
  private final List<Insertion> gate;
  private final int parameters;
  private final Set<String> words;
  private final Effect effect;
  private final boolean runsCode;
  private final boolean changesSettings;

  /** What stands in the text where the statement has parameters; null if that is not so. */
  private final List<Object> values;

  RecordedStatement(
      Reading reading,
      RowRecording recording,
      Optional<Redaction> redaction,
      List<Token> tokens,
      int begin,
      int end) {
    this.reading = reading;
    this.recording = recording;
    this.redaction = redaction;
    Token first = tokens.get(0);
    this.word = first.is("(") ? "SELECT" : first.kind() == Kind.WORD ? first.text() : "";
    this.begin = begin;
    this.end = end;
    this.gate =
        reading.isGated() && !reading.readsNothing()
            ? SnapshotGate.insertions(tokens, begin)
            : List.of();
    this.parameters =
        tokens.stream()
            .filter(token -> token.kind() == Kind.PARAMETER)
            .mapToInt(token -> (int) token.value() + 1)
            .max()
            .orElse(0);
    this.values = null;
    this.words = new HashSet<>();
    tokens.stream()
        .filter(token -> token.kind() == Kind.WORD)
        .forEach(each -> words.add(each.text()));
    this.effect = effect(reading.plan());
    this.runsCode =
        word.equals("CALL")
            || word.equals("DO")
            || word.equals("EXECUTE")
            || (reading.plan() instanceof StatementPlan.Unknown unknown && unknown.isAnywhere());
    this.changesSettings =
        effect == Effect.SETTING || word.equals("SET") || runsCode || mentions("SET_CONFIG");
  }

  private RecordedStatement(RecordedStatement shape, Literals literals) {
    this.reading = shape.reading;
    this.recording = shape.recording;
    this.redaction = shape.redaction;
    this.word = shape.word;
    this.begin = literals.place(shape.begin);
    this.end = literals.place(shape.end);
    List<Insertion> moved = new ArrayList<>(shape.gate.size());
    for (Insertion each : shape.gate) {
      moved.add(new Insertion(literals.place(each.place()), each.text()));
    }
    this.gate = moved;
    this.parameters = 0;
    this.values = literals.values();
    this.words = shape.words;
    this.effect = shape.effect;
    this.runsCode = shape.runsCode;
    this.changesSettings = shape.changesSettings;
  }

  /** The same in a text with literals. */
  RecordedStatement with(Literals literals) {
    return new RecordedStatement(this, literals);
  }

  /** A text of ours that stands at a place of the application's, counted in characters of Java. */
  public record Insertion(int place, String text) {}

  /** What a statement does to its transaction: {@code statement.effect()}. */
  public enum Effect {
    /** It reads or writes rows, or may. */
    ROWS,
    /** It reads and writes none, or none that are recorded. */
    NOTHING,
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO,
    /** It changes settings of the session. */
    SETTING
  }

  /** What it does to its transaction: {@code if (statement.effect() == Effect.COMMIT) ...}. */
  public Effect effect() {
    return effect;
  }

  private static Effect effect(StatementPlan plan) {
    if (plan instanceof StatementPlan.Control control) {
      return switch (control.effect()) {
        case BEGIN -> Effect.BEGIN;
        case COMMIT -> Effect.COMMIT;
        case ROLLBACK -> Effect.ROLLBACK;
        case SAVEPOINT -> Effect.SAVEPOINT;
        case ROLLBACK_TO -> Effect.ROLLBACK_TO;
        case SCHEMA, AUTOCOMMIT_ON, AUTOCOMMIT_OFF -> Effect.SETTING;
        case RELEASE, PERHAPS_COMMIT -> Effect.NOTHING;
      };
    }
    return plan instanceof StatementPlan.Nothing ? Effect.NOTHING : Effect.ROWS;
  }

  /** Its first word, in capitals: {@code statement.word().equals("COPY")}. */
  public String word() {
    return word;
  }

  /** Whether a word stands in it, which is in capitals: {@code statement.mentions("TABLE")}. */
  public boolean mentions(String anyWord) {
    return words.contains(anyWord);
  }

  /** Whether settings of the session may be others afterwards: {@code s.changesSettings()}. */
  public boolean changesSettings() {
    return changesSettings;
  }

  /** Whether it may execute any other statement: {@code if (statement.runsCode()) ...}. */
  public boolean runsCode() {
    return runsCode;
  }

  /** Whether it reads no row: {@code if (statement.readsNothing()) ...}. */
  public boolean readsNothing() {
    boolean isLoading = word.equals("COPY") && mentions("FROM") && !mentions("TO");
    return isLoading || (!runsCode() && !reading.unknown().contains("*") && reading.readsNothing());
  }

  /** Whether it defines a table: {@code if (statement.isOfTable()) ...}. */
  public boolean isOfTable() {
    return isDefinition() && mentions("TABLE");
  }

  /** The savepoint that it sets or goes back to: {@code statement.savepoint()}. */
  public String savepoint() {
    return reading.plan() instanceof StatementPlan.Control control ? control.name() : "";
  }

  /** Whether tables are others afterwards: {@code if (statement.isDefinition()) ...}. */
  public boolean isDefinition() {
    return reading.plan() instanceof StatementPlan.Definition;
  }

  /** Whether rows may have other columns afterwards: {@code if (statement.alters()) ...}. */
  public boolean alters() {
    return isDefinition() && word.equals("ALTER");
  }

  /** Where it begins in its text: {@code text.substring(statement.begin())}. */
  public int begin() {
    return begin;
  }

  /** Where it ends in its text: {@code text.substring(0, statement.end())}. */
  public int end() {
    return end;
  }

  /**
   * What must stand in its text so that it notes its snapshot; empty if it cannot or need not:
   * {@code statement.gate().isEmpty()}.
   */
  public List<Insertion> gate() {
    return gate;
  }

  /** How many parameters it has, which stand as $1 and so on: {@code statement.parameters()}. */
  public int parameters() {
    return parameters;
  }

  /**
   * What an execution read: {@code statement.access(List.of(7L), false, true)}.
   *
   * @param parameters integers, strings and UUIDs; {@link #UNREADABLE} for others
   * @param isFixed whether the transaction has one snapshot
   * @param isNoted whether the execution noted its snapshot
   */
  public StatementEffect access(List<Object> parameters, boolean isFixed, boolean isNoted) {
    Reading known = isFixed || isNoted ? reading : reading.between();
    StatementEffect access =
        known.access(values == null ? parameters : values, isFixed, recording.hasAltered());
    return redaction.map(each -> each.access(access)).orElse(access);
  }

  /** Stands for a parameter that is not known: {@code List.of(RecordedStatement.UNREADABLE)}. */
  public static final Object UNREADABLE = StatementValue.UNREADABLE;

  /** Without blanks around it and in small letters, for messages. */
  @Override
  public String toString() {
    return Optional.of(word).filter(each -> !each.isEmpty()).orElse("?").toLowerCase(Locale.ROOT);
  }
}
