package dev.isogauge.collect.adapter;

import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.StoreConnection;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session of an adapter. Items are the keys x1, x2 and so on, lists l1, l2. Searches by condition
 * filter what a scan shows.
 */
public final class AdapterConnection implements StoreConnection {
  private static final String ITEM = "x";
  private static final String LIST = "l";

  private final AdapterHost host;
  private final Level level;
  private final String name;
  private final Map<String, ?> place;

  /** What knows the session; null before the first transaction. */
  private Channel channel;

  /** Whether the adapter has a transaction of it under way. */
  private boolean begun;

  /**
   * A session that is opened when its first transaction begins.
   *
   * @param place what {@code open} says
   */
  public AdapterConnection(AdapterHost host, Level level, String name, Map<String, ?> place) {
    this.host = host;
    this.level = level;
    this.name = name;
    this.place = place;
  }

  @Override
  public String number() {
    return name;
  }

  @Override
  public void begin() throws Failure {
    try {
      Channel now = host.channel();
      if (channel != now) {
        channel = now;
        AdapterAnswer answer = channel.ask(request("open", place), host.patience());
        if (answer.word() != AdapterAnswer.Word.UNSUPPORTED) {
          require("open", answer);
        }
      }
    } catch (Channel.BrokenException e) {
      throw broken(e);
    }
    Map<String, Object> begin = new LinkedHashMap<>();
    begin.put("level", level.name());
    begin.put("readOnly", false);
    ask("begin", begin);
    begun = true;
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    return number("read", key);
  }

  @Override
  public OptionalLong readToChange(long key) throws Failure {
    return number(verbToChange(host), key);
  }

  static String verbToChange(AdapterHost host) {
    return host.can("lock") ? "lock" : "read";
  }

  private OptionalLong number(String verb, long key) throws Failure {
    Object value = ask(verb, item(key));
    if (value == null) {
      return OptionalLong.empty();
    }
    OptionalLong number = OptionalLong.of(number(verb, value));
    return number.equals(host.initial()) ? OptionalLong.empty() : number;
  }

  @Override
  public void write(long key, long value) throws Failure {
    if (OptionalLong.of(value).equals(host.initial())) {
      throw lacking("way to write what an unwritten key shows");
    }
    ask("write", List.of(item(key), value));
  }

  @Override
  public void remove(long key) throws Failure {
    ask("delete", item(key));
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) throws Failure {
    if (!host.can("cas")) {
      return StoreConnection.super.compareAndSet(key, expected, value);
    }
    Object done = ask("cas", List.of(item(key), expected, value));
    if (done instanceof Boolean changed) {
      return changed;
    }
    throw odd("cas", done, "true or false");
  }

  @Override
  public void append(long key, long element) throws Failure {
    ask("append", List.of(host.era() + LIST + key, element));
  }

  @Override
  public List<Long> readList(long key) throws Failure {
    Object value = ask("read", host.era() + LIST + key);
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
    String prefix = host.era() + ITEM;
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
  public Optional<Timestamps> commit() throws Failure {
    AdapterAnswer answer;
    try {
      answer = channel.ask(request("commit", Map.of()), host.patience());
    } catch (Channel.BrokenException e) {
      begun = false;
      throw new Failure.CommitUnknown(e.getMessage(), e);
    }
    begun = answer.word() == AdapterAnswer.Word.REJECTED;
    if (answer.word() == AdapterAnswer.Word.UNKNOWN) {
      throw new Failure.CommitUnknown(answer.reason(), null);
    }
    Object where = require("commit", answer);
    return host.can("timestamps") ? Optional.of(timestamps(where)) : Optional.empty();
  }

  /** A serial position is a start and a commit with nothing between them. */
  private Timestamps timestamps(Object where) throws Failure {
    if (where instanceof Map<?, ?> fields) {
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
        odd("commit", where, "timestamps or a position, as hello promises").getMessage();
    throw new Failure.CommitUnknown(reason, null);
  }

  @Override
  public void rollback() {
    if (begun && channel.isSound()) {
      try {
        AdapterAnswer answer = channel.ask(request("rollback", Map.of()), host.patience());
        if (answer.word() == AdapterAnswer.Word.UNKNOWN) {
          channel.fail("does not know what became of a rollback"); // What is left ends with it.
        }
      } catch (Channel.BrokenException e) {
        // The transaction ends with it.
      }
    }
    begun = false;
  }

  @Override
  public void close() {
    if (channel != null && channel.isSound()) {
      try {
        channel.ask(request("close", Map.of()), host.patience());
      } catch (Channel.BrokenException e) {
        // Nothing of it is left.
      }
    }
  }

  private String item(long key) {
    return host.era() + ITEM + key;
  }

  private Map<String, Object> request(String verb, Object argument) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("session", name);
    request.put(verb, argument);
    return request;
  }

  private Object ask(String verb, Object argument) throws Failure {
    if (!verb.equals("begin") && !host.can(verb)) {
      throw lacking(verb);
    }
    try {
      return require(verb, channel.ask(request(verb, argument), host.patience()));
    } catch (Channel.BrokenException e) {
      throw broken(e);
    }
  }

  private Failure broken(Channel.BrokenException e) {
    begun = false;
    return host.mayFail()
        ? new Failure.ConnectionLost(e.getMessage(), e)
        : new Failure.Broken(e.getMessage(), e);
  }

  /** The result of a request that went well. */
  private Object require(String verb, AdapterAnswer answer) throws Failure {
    if (answer.isOk()) {
      return answer.value();
    }
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
    begun = false;
    return new Failure.Broken(
        channel.fail("answered " + verb + " with " + found + "; expected " + expected), null);
  }

  private static Failure lacking(String what) {
    return new Failure.Rejected("the adapter has no " + what, null);
  }
}
