package dev.isogauge.collect.adapter;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.keyvalue.StoreConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database behind an adapter. The process is greeted when it is started; {@code setup} then
 * empties the database, and does so before each schedule. An adapter without {@code setup} gets
 * other keys instead.
 */
final class AdapterStore implements KeyValueDatabase.Store, AdapterHost {
  /** How long an adapter may take to answer the greeting: engines start. */
  static final Duration STARTING = Duration.ofSeconds(30);

  private static final Duration LAST_WORDS = Duration.ofSeconds(5);
  private static final String SETUP = "setup";

  /** What becomes of a process that Isogauge itself can make fail. */
  private static final Set<FaultKind> OF_PROCESSES =
      EnumSet.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.RESTART);

  private final String command;
  private final DatabaseOptions options;
  private final boolean mayFail;
  private final Description description;
  private final List<ServerNode> servers = new ArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile AdapterProcess process;

  /** Where there is no setup: how often the database was emptied. */
  private final AtomicInteger age = new AtomicInteger();

  private AdapterStore(
      String command, boolean mayFail, DatabaseOptions options, AdapterProcess process)
      throws BrokenDatabaseException {
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
  static AdapterStore start(String command, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    AdapterProcess process = AdapterProcess.start(command);
    try {
      AdapterStore store =
          new AdapterStore(command, !topology.faults().isEmpty(), options, process);
      requirePossible(store.description, topology);
      store.nameServers();
      store.clear();
      return store;
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
    } catch (Channel.BrokenException e) {
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
  String command() {
    return command;
  }

  @Override
  public OptionalLong initial() {
    return description.initial();
  }

  /** Locks may be waited for. */
  @Override
  public Duration patience() {
    return options.lockTimeout().plus(options.answerTimeout());
  }

  Description description() {
    return description;
  }

  AdapterProcess process() {
    return process;
  }

  @Override
  public Channel channel() {
    return process;
  }

  @Override
  public boolean can(String verb) {
    return description.can().contains(verb);
  }

  @Override
  public boolean mayFail() {
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
  AdapterAnswer ask(Map<String, ?> request, Duration deadline) throws BrokenDatabaseException {
    try {
      return process.ask(request, deadline);
    } catch (Channel.BrokenException e) {
      throw new BrokenDatabaseException(e.getMessage(), e);
    }
  }

  /** None was used before. */
  @Override
  public String era() {
    return age.get() == 0 ? "" : "e" + age.get() + "-";
  }

  @Override
  public String version() {
    return description.name();
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
  public StoreConnection connect(Level level) {
    return connect(level, 0);
  }

  @Override
  public StoreConnection connect(Level level, int number) {
    return new AdapterConnection(
        this,
        level,
        "s" + opened.incrementAndGet(),
        description.nodes().isEmpty()
            ? Map.of()
            : Map.of("node", number % description.nodes().size()));
  }

  @Override
  public void clear() throws DatabaseException {
    AdapterAnswer answer = ask(Map.of(SETUP, Map.of()), patience());
    if (answer.word() == AdapterAnswer.Word.UNSUPPORTED) {
      age.incrementAndGet();
    } else if (!answer.isOk()) {
      throw new BrokenDatabaseException(
          "the adapter '" + command + "' cannot empty its database: " + answer.reason());
    }
  }

  @Override
  public void close() {
    if (process.isSound()) {
      try {
        process.ask(Map.of("teardown", Map.of()), LAST_WORDS);
      } catch (Channel.BrokenException e) {
        // It ends all the same.
      }
    }
    process.end(LAST_WORDS);
  }
}
