package dev.isogauge.collect.adapter;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A server behind the adapter, which makes it fail when it is asked to. */
final class AdapterNode implements ServerNode {
  private final AdapterStore database;
  private final String name;
  private final int number;

  /** Why the server is away. */
  private FaultKind away = FaultKind.KILL;

  AdapterNode(AdapterStore database, String name, int number) {
    this.database = database;
    this.name = name.isEmpty() ? "database" : name;
    this.number = number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void kill() throws DatabaseException {
    away = FaultKind.KILL;
    ask(away, Map.of());
  }

  @Override
  public boolean stop() throws DatabaseException {
    away = FaultKind.RESTART;
    ask(away, Map.of());
    return false;
  }

  @Override
  public void start() throws DatabaseException {
    ask(away, Map.of("end", true));
  }

  @Override
  public void pause() throws DatabaseException {
    ask(FaultKind.PAUSE, Map.of());
  }

  @Override
  public void resume() throws DatabaseException {
    ask(FaultKind.PAUSE, Map.of("end", true));
  }

  @Override
  public void cutFrom(int server) throws DatabaseException {
    ask(FaultKind.PARTITION, Map.of("from", server));
  }

  @Override
  public void joinTo(int server) throws DatabaseException {
    ask(FaultKind.PARTITION, Map.of("from", server, "end", true));
  }

  @Override
  public void skewClock(Duration offset) throws DatabaseException {
    ask(
        FaultKind.CLOCK,
        offset.isZero() ? Map.of("end", true) : Map.of("seconds", offset.toSeconds()));
  }

  private void ask(FaultKind kind, Map<String, ?> more) throws DatabaseException {
    Map<String, Object> fault = new LinkedHashMap<>();
    fault.put("kind", kind.id());
    fault.put("node", number);
    // In one order, whatever a map of this Java has.
    fault.putAll(new TreeMap<>(more).descendingMap());
    AdapterAnswer answer = database.ask(Map.of("fault", fault), START_PATIENCE);
    if (!answer.isOk()) {
      throw new BrokenDatabaseException(
          "the adapter cannot make " + kind.id() + " of " + name + " happen: " + answer.reason());
    }
  }
}
