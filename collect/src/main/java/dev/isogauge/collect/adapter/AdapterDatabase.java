package dev.isogauge.collect.adapter;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.Topology;
import dev.isogauge.predicate.ColumnRange;
import dev.isogauge.predicate.Predicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database behind an adapter. The process is greeted when it is started; {@code setup} then
 * empties the database, and does so before each schedule. An adapter without {@code setup} gets
 * other keys instead.
 */
public final class AdapterDatabase implements Database {
  /** Numbers that every language has. */
  private static final long LARGEST = 1L << 53;

  /** How long an adapter may take to answer the greeting: engines start. */
  static final Duration STARTING = Duration.ofSeconds(30);

  private static final Duration LAST_WORDS = Duration.ofSeconds(5);
  private static final String SETUP = "setup";

  /** What becomes of a process that Isogauge itself can make fail. */
  private static final Set<FaultKind> OF_PROCESSES =
      EnumSet.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.RESTART);

  private final String name;
  private final String command;
  private final DatabaseOptions options;
  private final boolean mayFail;
  private final Description description;
  private final List<ServerNode> servers = new ArrayList<>();
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile AdapterProcess process;

  /** Where there is no setup: how often the database was emptied. */
  private final AtomicInteger age = new AtomicInteger();

  private boolean closed;

  private AdapterDatabase(
      String name, String command, boolean mayFail, DatabaseOptions options, AdapterProcess process)
      throws BrokenDatabaseException {
    this.name = name;
    this.command = command;
    this.options = options;
    this.mayFail = mayFail;
    this.process = process;
    this.description = greet(command, process, options);
  }

  /** What the adapter says that its database can do; it is started for that, and ends again. */
  static DatabaseSystem system(String command, Topology topology, Map<String, String> settings)
      throws DatabaseException {
    AdapterProcess process = AdapterProcess.start(command);
    try {
      Description description =
          greet(command, process, DatabaseOptions.defaults().withSettings(settings));
      requirePossible(description, topology);
      return new DatabaseSystem(description.name(), description.capabilities());
    } finally {
      process.end(LAST_WORDS);
    }
  }

  private static void requirePossible(Description description, Topology topology)
      throws DatabaseException {
    if (topology.nodes() > 0 || topology.hasReplicas() || !topology.urls().isEmpty()) {
      throw new DatabaseException(
          "an adapter names its servers itself; expected no --nodes, --replicas or further"
              + " databases");
    }
    Set<FaultKind> possible =
        description.nodes().isEmpty() && description.faults().isEmpty()
            ? OF_PROCESSES
            : description.faults();
    for (FaultKind kind : topology.faults()) {
      if (!possible.contains(kind)) {
        throw new DatabaseException(
            "the adapter cannot make "
                + kind.id()
                + " happen; expected "
                + (possible.isEmpty()
                    ? "no faults"
                    : String.join(", ", possible.stream().map(FaultKind::id).toList())));
      }
    }
  }

  /** Starts the adapter. */
  static Database start(String name, String command, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    AdapterProcess process = AdapterProcess.start(command);
    try {
      AdapterDatabase database =
          new AdapterDatabase(name, command, !topology.faults().isEmpty(), options, process);
      requirePossible(database.description, topology);
      database.nameServers();
      database.clear();
      return database;
    } catch (DatabaseException e) {
      process.kill();
      throw e;
    }
  }

  private static Description greet(String command, AdapterProcess process, DatabaseOptions options)
      throws BrokenDatabaseException {
    Map<String, Object> hello = new LinkedHashMap<>();
    hello.put("protocol", Description.PROTOCOL);
    hello.put("seed", options.seed());
    hello.put("settings", options.settings());
    try {
      return Description.of(process.ask(Map.of("hello", hello), STARTING));
    } catch (Description.FaultyException e) {
      throw new BrokenDatabaseException("the adapter '" + command + "' " + e.getMessage(), e);
    } catch (AdapterProcess.BrokenException e) {
      throw new BrokenDatabaseException(e.getMessage(), e);
    }
  }

  private void nameServers() {
    if (description.nodes().isEmpty() && description.faults().isEmpty()) {
      servers.add(new ProcessNode(this));
    } else {
      for (int i = 0; i < Math.max(1, description.nodes().size()); i++) {
        servers.add(new AdapterNode(this, node(i), i));
      }
    }
  }

  private String node(int server) {
    return description.nodes().isEmpty() ? "" : description.nodes().get(server);
  }

  /** What starts the adapter. */
  public String command() {
    return command;
  }

  /** What a key shows that nobody has written; empty where that is nothing. */
  public OptionalLong initial() {
    return description.initial();
  }

  /** How long an answer may take: locks may be waited for. */
  Duration patience() {
    return options.lockTimeout().plus(options.answerTimeout());
  }

  Description description() {
    return description;
  }

  AdapterProcess process() {
    return process;
  }

  /** Whether the end of the process is part of the plan. */
  boolean mayFail() {
    return mayFail;
  }

  /** Starts the process again, with what its database has kept. */
  void startAgain() throws BrokenDatabaseException {
    AdapterProcess next = AdapterProcess.start(command);
    try {
      greet(command, next, options);
    } catch (BrokenDatabaseException e) {
      next.kill();
      throw e;
    }
    process = next;
  }

  /** Asks something outside any session. */
  Answer ask(Map<String, ?> request, Duration deadline) throws BrokenDatabaseException {
    try {
      return process.ask(request, deadline);
    } catch (AdapterProcess.BrokenException e) {
      throw new BrokenDatabaseException(e.getMessage(), e);
    }
  }

  /** What keys begin with, so that none was used before. */
  String era() {
    return age.get() == 0 ? "" : "e" + age.get() + "-";
  }

  /** The smallest range of values that holds what a condition searches for. */
  public static Map<String, Long> range(String condition) {
    Optional<ColumnRange> range = Predicate.parse(condition).range();
    Map<String, Long> bounds = new LinkedHashMap<>();
    bounds.put("from", -LARGEST);
    bounds.put("to", LARGEST);
    if (range.isPresent() && !range.get().isText()) {
      bounds.put("from", bound(range.get().low(), -LARGEST));
      bounds.put("to", bound(range.get().high(), LARGEST));
    }
    return bounds;
  }

  private static long bound(Optional<Object> value, long otherwise) {
    return value.isPresent()
            && value.get() instanceof Number number
            && Math.abs(number.doubleValue()) < LARGEST
        ? number.longValue() // Conditions have whole numbers.
        : otherwise;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return description.name();
  }

  @Override
  public Capabilities capabilities() {
    return description.capabilities();
  }

  @Override
  public List<ServerNode> servers() {
    return List.copyOf(servers);
  }

  @Override
  public SessionPlace place(int number) {
    return description.nodes().isEmpty()
        ? SessionPlace.ONLY
        : new SessionPlace(node(number % description.nodes().size()), false);
  }

  @Override
  public Session open(Level level) throws DatabaseException {
    return open(level, 0);
  }

  @Override
  public Session open(Level level, int number) throws DatabaseException {
    AdapterSession session =
        new AdapterSession(
            this,
            level,
            "s" + opened.incrementAndGet(),
            description.nodes().isEmpty()
                ? Optional.empty()
                : Optional.of(number % description.nodes().size()),
            sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public void clear() throws DatabaseException {
    Answer answer = ask(Map.of(SETUP, Map.of()), patience());
    if (answer.word() == Answer.Word.UNSUPPORTED) {
      age.incrementAndGet();
    } else if (!answer.isOk()) {
      throw new BrokenDatabaseException(
          "the adapter '" + command + "' cannot empty its database: " + answer.reason());
    }
  }

  @Override
  public boolean isBlocked(Session session) {
    return false;
  }

  @Override
  public void disconnect(Session session) throws DatabaseException {
    throw new DatabaseException(name + " cannot end the connections of others");
  }

  @Override
  public void abandon(Session session) {
    sessions.remove(session);
  }

  @Override
  public Rows administer(String sql) throws DatabaseException {
    throw new DatabaseException(name + " has no SQL; it was to run: " + sql);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(sessions).forEach(Session::close);
    if (process.isSound()) {
      try {
        process.ask(Map.of("teardown", Map.of()), LAST_WORDS);
      } catch (AdapterProcess.BrokenException e) {
        // It ends all the same.
      }
    }
    process.end(LAST_WORDS);
  }
}
