package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.RowTransaction;
import dev.isogauge.recorder.rows.StatementEffect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records PostgreSQL by row versions for whoever sees statements and their answers elsewhere than
 * in JDBC, such as a proxy. What statements mean, the catalog and the server's log are read here;
 * which snapshots statements had, and how transactions ended, the caller says.
 */
@SuppressWarnings("exports") // Row versions are for our own modules.
public final class PostgresRecording implements AutoCloseable {
  private static final int MOST = 5000;

  private final Connection connection;
  private final Engine engine;
  private final RowRecording recording;
  private final Optional<Redaction> redaction;
  private final Map<Key, Known> known = new ConcurrentHashMap<>();

  /** How often something was defined, and of how many of these the catalog knows. */
  private volatile int definitions;

  private volatile int knownDefinitions;
  private boolean hasAltered;

  private record Key(String text, String schema) {}

  /** Statements of a text by a version of the catalog. */
  private record Known(List<RecordedStatement> statements, int version) {}

  private PostgresRecording(
      Connection connection, Engine engine, RowRecording recording, Optional<Redaction> redaction) {
    this.connection = connection;
    this.engine = engine;
    this.recording = recording;
    this.redaction = redaction;
  }

  /**
   * Begins: {@code PostgresRecording.start(recorder, () -> dataSource.getConnection(), false)}.
   * What is there now is the initial state.
   *
   * @param connections gives connections of a user that may read the log
   * @param isRedacted whether hashes stand for values, equal for equal values
   * @throws Exception what it threw, or why the log cannot be read
   */
  public static PostgresRecording start(
      Recorder recorder, Callable<Connection> connections, boolean isRedacted) throws Exception {
    Optional<Redaction> redaction = isRedacted ? Optional.of(new Redaction()) : Optional.empty();
    Connection connection = connections.call();
    try (Statement statement = connection.createStatement()) {
      // The catalog is not waited for: a client may hold a lock there, and wait for us.
      statement.execute("SET lock_timeout = '200ms'");
      Engine engine = new Engine(recorder, Optional.empty(), Optional.of(connections));
      RowRecording recording = engine.openRows(connection, redaction);
      return new PostgresRecording(connection, engine, recording, redaction);
    } catch (Exception e) {
      connection.close();
      throw e;
    }
  }

  /** What a statement read of which nothing is known: {@code recording.anything("CALL pay(5)")}. */
  public StatementEffect anything(String sql) {
    return StatementEffect.anything(
        redaction.map(each -> each.text(sql)).orElseGet(() -> Literals.shape(sql)));
  }

  /**
   * The statements of a text; none if they cannot be told apart: {@code
   * recording.statements("SELECT 1", "public")}.
   *
   * @param schema where names without a schema are looked for; "?" if that is not known
   */
  public Optional<List<RecordedStatement>> statements(String text, String schema) {
    Optional<Literals> literals = Literals.of(text);
    if (literals.isEmpty()) {
      return understood(text, schema);
    }
    Optional<List<RecordedStatement>> shapes = understood(literals.get().shape(), schema);
    if (shapes.isEmpty()) {
      return shapes;
    }
    List<RecordedStatement> all = new ArrayList<>(shapes.get().size());
    for (RecordedStatement each : shapes.get()) {
      all.add(each.with(literals.get()));
    }
    return Optional.of(all);
  }

  private Optional<List<RecordedStatement>> understood(String text, String schema) {
    Key key = new Key(text, schema);
    boolean isOutdated = knownDefinitions != definitions;
    Known found = isOutdated ? null : known.get(key);
    if (found == null || found.version() != engine.catalog().version()) {
      Optional<List<Token>> tokens = Tokens.of(text, RecordedDialect.POSTGRES);
      if (tokens.isEmpty()) {
        return Optional.empty();
      }
      refresh(tokens.get());
      int version = engine.catalog().version();
      found = new Known(divided(text, schema, tokens.get()), version);
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(key, found);
    }
    return Optional.of(found.statements());
  }

  private List<RecordedStatement> divided(String text, String schema, List<Token> tokens) {
    List<RecordedStatement> all = new ArrayList<>();
    int begin = 0;
    while (begin < tokens.size() - 1) {
      int end = PlanReader.end(tokens, begin);
      if (end > begin) {
        int from = tokens.get(begin).begin();
        int to = tokens.get(end - 1).end();
        String sql = text.substring(from, to);
        Reading reading = engine.readings().reading(sql, schema);
        List<Token> own = Tokens.of(sql, RecordedDialect.POSTGRES).orElseThrow();
        all.add(new RecordedStatement(reading, recording, redaction, own, from, to));
      }
      begin = end + 1;
    }
    return List.copyOf(all);
  }

  /** Reads the catalog again, unless this only makes something new. */
  private void refresh(List<Token> tokens) {
    Token first = tokens.get(0);
    boolean isCreation =
        first.is("CREATE")
            && tokens.stream().noneMatch(each -> each.is("SELECT") || each.is(";"))
            && first.kind() == Kind.WORD;
    if (knownDefinitions == definitions || isCreation) {
      return;
    }
    synchronized (this) {
      int now = definitions;
      if (knownDefinitions != now) {
        // The tables with versions first: what is understood with a new catalog needs them.
        recording.defined(hasAltered);
        engine.defined(connection, Set.of(), false);
        knownDefinitions = now;
      }
    }
  }

  /**
   * A statement that defined something took effect: {@code recording.defined(false)}.
   *
   * @param isAltered whether rows may have other columns than the log shows
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only this method writes it, one thread at a time.
  public synchronized void defined(boolean isAltered) {
    hasAltered |= isAltered;
    definitions++;
  }

  /** A transaction has begun: {@code recording.begun(transaction)}. */
  public void begun(RowTransaction transaction) {
    recording.begun(transaction);
  }

  /** A transaction has got its number: {@code recording.numbered(transaction)}. */
  public void numbered(RowTransaction transaction) {
    recording.numbered(transaction);
  }

  /**
   * A statement of a transaction removed tables: {@code recording.dropped(transaction, 3, names)}.
   */
  public void dropped(RowTransaction transaction, int statement, Set<String> names) {
    recording.dropped(transaction, statement, names);
  }

  /** A transaction has ended for its client: {@code recording.ended(transaction)}. */
  public void ended(RowTransaction transaction) {
    recording.ended(transaction);
  }

  /** Whether anything is still recorded: {@code if (recording.isRecording()) ...}. */
  public boolean isRecording() {
    return engine.isRecording();
  }

  /** Something went wrong that is not the application's: {@code recording.failed(e)}. */
  public void failed(Throwable e) {
    engine.failed(e);
  }

  /** Ends what it asks the server; the rest is recorded when the recorder is closed. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
