package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Schedule;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The client of a store of keys and values. Most stores run in the program itself: one member of
 * what may be a cluster elsewhere. Items and lists are texts of keys of their own.
 */
record StoreProgram(ClientProgram program) implements ProgramClient {
  @Override
  public List<String> texts() {
    return List.of(program.store(), Reproduction.file("KeyValue.client"));
  }

  @Override
  public Map<String, String> words(Schedule schedule) {
    return program.words();
  }

  @Override
  public String kind(Action action, Schedule schedule) {
    return switch (action.verb()) {
      case READ -> schedule.isList(action.key()) ? "list" : "value";
      default -> action.verb().name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public String arguments(Action action, Schedule schedule) {
    if (action.key().isEmpty()) {
      return "";
    }
    String key = (schedule.isList(action.key()) ? "list/" : "value/") + action.key();
    return ", List.of("
        + Reproduction.literal(key)
        + (action.value().isPresent()
            ? ", " + Reproduction.literal(Long.toString(action.value().getAsLong()))
            : "")
        + ")";
  }
}
