package dev.isogauge.collect.adapter;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A session of an adapter. Items are the keys x1, x2 and so on, lists l1, l2. What changes an item
 * by its value reads it first; searches by condition filter what a scan shows, and change what they
 * found. There is no SQL.
 */
final class AdapterSession implements Session {
  private static final String ITEM = "x";
  private static final String LIST = "l";

  private final AdapterDatabase database;
  private final Level level;
  private final String name;
  private final Optional<Integer> node;
  private final Consumer<Session> closed;

  /** The process that knows the session; null before the first transaction. */
  private AdapterProcess process;

  private Optional<Timestamps> timestamps;
  private boolean active;
  private boolean failed;

  /** Whether the adapter has a transaction of it under way. */
  private boolean begun;

  AdapterSession(
      AdapterDatabase database,
      Level level,
      String name,
      Optional<Integer> node,
      Consumer<Session> closed) {
    this.database = database;
    this.level = level;
    this.name = name;
    this.node = node;
    this.closed = closed;
    this.timestamps =
        database.capabilities().has(Capability.TIMESTAMPS)
            ? Optional.of(new Timestamps(0, 0))
            : Optional.empty();
  }

  @Override
  public Level level() {
    return level;
  }

  @Override
  public String connectionNumber() {
    return name;
  }

  @Override
  public void begin() throws Failure {
    if (active) {
      throw new IllegalStateException("the transaction before has not ended");
    }
    active = true;
    failed = false;
    if (process != database.process()) {
      process = database.process();
      Map<String, Object> place = new LinkedHashMap<>();
      node.ifPresent(number -> place.put("node", number));
      Answer answer = send("open", place);
      if (answer.word() != Answer.Word.UNSUPPORTED) {
        require("open", answer);
      }
    }
    Map<String, Object> begin = new LinkedHashMap<>();
    begin.put("level", level.name());
    begin.put("readOnly", false);
    ask("begin", begin);
    begun = true;
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    Object value = ask("read", item(key));
    if (value == null) {
      return OptionalLong.empty();
    }
    long number = number("read", value);
    return OptionalLong.of(number).equals(database.description().initial())
        ? OptionalLong.empty()
        : OptionalLong.of(number);
  }

  @Override
  public void write(long key, long value) throws Failure {
    if (OptionalLong.of(value).equals(database.description().initial())) {
      throw lacking("way to write what an unwritten key shows");
    }
    ask("write", List.of(item(key), value));
  }

  @Override
  public boolean insert(long key, long value) throws Failure {
    boolean isAbsent = read(key).isEmpty();
    if (isAbsent) {
      write(key, value);
    }
    return isAbsent;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    boolean isThere = read(key).isPresent();
    if (isThere) {
      write(key, value);
    }
    return isThere;
  }

  @Override
  public boolean delete(long key) throws Failure {
    boolean isThere = read(key).isPresent();
    if (isThere) {
      ask("delete", item(key));
    }
    return isThere;
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    if (!database.description().can().contains("cas")) {
      boolean isExpected = read(key).equals(OptionalLong.of(expected));
      if (isExpected) {
        write(key, value);
      }
      return isExpected;
    }
    Object done = ask("cas", List.of(item(key), expected, value));
    if (done instanceof Boolean changed) {
      return changed;
    }
    throw odd("cas", done, "true or false");
  }

  @Override
  public void append(long key, long element) throws Failure {
    ask("append", List.of(database.era() + LIST + key, element));
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    Object value = ask("read", database.era() + LIST + key);
    List<Long> elements = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        elements.add(number("read", each));
      }
    } else if (value != null) {
      throw odd("read", value, "null or a list of numbers, since the key was appended to");
    }
    return elements;
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    Predicate predicate = Predicate.parse(condition.sql());
    List<Item> items = new ArrayList<>();
    Object found = ask("scan", AdapterDatabase.range(condition.sql()));
    if (!(found instanceof List<?> pairs)) {
      throw odd("scan", found, "a list of pairs");
    }
    String prefix = database.era() + ITEM;
    for (Object each : pairs) {
      if (!(each instanceof List<?> pair)
          || pair.size() != 2
          || !(pair.get(0) instanceof String key)) {
        throw odd("scan", each, "a pair of a key and its value");
      }
      long value = number("scan", pair.get(1));
      if (key.matches(prefix + "\\d+") && predicate.matches(Row.ofValue(value))) {
        items.add(new Item(Long.parseLong(key.substring(prefix.length())), value));
      }
    }
    items.sort(Comparator.comparingLong(Item::key));
    return items;
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    List<Item> items = select(condition);
    return switch (aggregate) {
      case COUNT -> OptionalLong.of(items.size());
      case SUM ->
          items.isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of(items.stream().mapToLong(Item::value).sum());
      case MIN -> items.stream().mapToLong(Item::value).min();
      case MAX -> items.stream().mapToLong(Item::value).max();
    };
  }

  @Override
  public Changed updateWhere(Condition condition, long value) throws Failure {
    List<Long> keys = select(condition).stream().map(Item::key).toList();
    for (long key : keys) {
      write(key, value);
    }
    return new Changed(keys.size(), keys);
  }

  @Override
  public Changed deleteWhere(Condition condition) throws Failure {
    List<Long> keys = select(condition).stream().map(Item::key).toList();
    for (long key : keys) {
      ask("delete", item(key));
    }
    return new Changed(keys.size(), keys);
  }

  @Override
  public Rows execute(String sql, Object... parameters) throws Failure {
    throw lacking("SQL");
  }

  @Override
  public Identifiers identifiers() {
    return Identifiers.NONE;
  }

  @Override
  public Optional<Timestamps> timestamps() {
    return timestamps;
  }

  @Override
  public void commit() throws Failure {
    requireTransaction();
    Answer answer;
    try {
      answer = process.ask(request("commit", Map.of()), database.patience());
    } catch (AdapterProcess.BrokenException e) {
      failed = true;
      begun = false;
      throw new Failure.CommitUnknown(e.getMessage(), e);
    }
    begun = answer.word() == Answer.Word.REJECTED;
    if (answer.word() == Answer.Word.UNKNOWN) {
      failed = true;
      throw new Failure.CommitUnknown(answer.reason(), null);
    }
    Object place = require("commit", answer);
    if (timestamps.isPresent()) {
      timestamps = Optional.of(timestamps(place));
    }
    active = false;
  }

  /** A serial position is a start and a commit with nothing between them. */
  private Timestamps timestamps(Object place) throws Failure {
    if (place instanceof Map<?, ?> fields) {
      if (fields.get("timestamps") instanceof List<?> pair
          && pair.size() == 2
          && pair.get(0) instanceof Long start
          && pair.get(1) instanceof Long commit) {
        return new Timestamps(start, commit);
      } else if (fields.get("position") instanceof Long position) {
        return new Timestamps(2 * position - 1, 2 * position);
      }
    }
    String reason =
        odd("commit", place, "timestamps or a position, as hello promises").getMessage();
    throw new Failure.CommitUnknown(reason, null);
  }

  @Override
  public void rollback() {
    if (active && begun && process.isSound()) {
      try {
        Answer answer = process.ask(request("rollback", Map.of()), database.patience());
        if (answer.word() == Answer.Word.UNKNOWN) {
          process.kill(); // Whatever is left of the transaction ends with it.
        }
      } catch (AdapterProcess.BrokenException e) {
        // The transaction ends with the process.
      }
    }
    active = false;
    begun = false;
  }

  @Override
  public void close() {
    rollback();
    if (process != null && process.isSound()) {
      try {
        process.ask(request("close", Map.of()), database.patience());
      } catch (AdapterProcess.BrokenException e) {
        // Nothing of it is left.
      }
    }
    closed.accept(this);
  }

  private String item(long key) {
    return database.era() + ITEM + key;
  }

  private Map<String, Object> request(String verb, Object argument) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("session", name);
    request.put(verb, argument);
    return request;
  }

  private Object ask(String verb, Object argument) throws Failure {
    requireTransaction();
    if (!verb.equals("begin") && !database.description().can().contains(verb)) {
      throw lacking(verb);
    }
    return require(verb, send(verb, argument));
  }

  private Answer send(String verb, Object argument) throws Failure {
    try {
      return process.ask(request(verb, argument), database.patience());
    } catch (AdapterProcess.BrokenException e) {
      failed = true;
      begun = false;
      throw database.mayFail()
          ? new Failure.ConnectionLost(e.getMessage(), e)
          : new Failure.Broken(e.getMessage(), e);
    }
  }

  /** The result of a request that went well. */
  private Object require(String verb, Answer answer) throws Failure {
    if (answer.isOk()) {
      return answer.value();
    }
    failed = true;
    switch (answer.word()) {
      case ABORTED -> {
        begun = false;
        throw new Failure.Aborted(answer.reason(), null);
      }
      case UNSUPPORTED -> throw new Failure.Rejected("the adapter does not support " + verb, null);
      case UNKNOWN ->
          throw odd(verb, answer.reason(), "an outcome: only that of a commit may be unknown");
      default -> throw new Failure.Rejected(answer.reason(), null);
    }
  }

  private long number(String verb, Object value) throws Failure {
    if (value instanceof Long number) {
      return number;
    }
    throw odd(verb, value, "a whole number");
  }

  private Failure odd(String verb, Object found, String expected) {
    failed = true;
    begun = false;
    return new Failure.Broken(
        process.fail("answered " + verb + " with " + found + "; expected " + expected), null);
  }

  private Failure lacking(String what) {
    requireTransaction();
    failed = true;
    return new Failure.Rejected("the adapter has no " + what, null);
  }

  private void requireTransaction() {
    if (!active || failed) {
      throw new IllegalStateException(
          active ? "after a failure only rollback is possible" : "no transaction is under way");
    }
  }
}
