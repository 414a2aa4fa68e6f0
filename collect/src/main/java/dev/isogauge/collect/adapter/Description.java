package dev.isogauge.collect.adapter;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Level;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What an adapter says of itself when it is greeted.
 *
 * @param name of the database, with its version
 * @param can the verbs that it understands
 * @param initial what a key shows that nobody has written; empty where that is nothing
 * @param nodes the names of the servers behind the adapter; none where there is one database
 * @param faults what it can make these servers suffer
 */
record Description(
    String name,
    Capabilities capabilities,
    Set<String> can,
    OptionalLong initial,
    List<String> nodes,
    Set<FaultKind> faults) {
  /** The version of the protocol that is spoken here. */
  static final long PROTOCOL = 1;

  /** What is wrong with the answer to the greeting. */
  static final class FaultyException extends Exception {
    private static final long serialVersionUID = 1;

    FaultyException(String message) {
      super(message);
    }
  }

  static Description of(AdapterAnswer answer) throws FaultyException {
    if (answer.word() == AdapterAnswer.Word.UNSUPPORTED) {
      throw new FaultyException(
          "does not speak version " + PROTOCOL + " of the protocol, but " + answer.reason());
    }
    if (!answer.isOk() || !(answer.value() instanceof Map<?, ?> about)) {
      throw new FaultyException(
          "answered hello with "
              + answer.word().id()
              + ": "
              + answer.value()
              + "; expected ok with an object");
    }
    if (about.get("protocol") instanceof Long version && version != PROTOCOL) {
      throw new FaultyException(
          "speaks version "
              + version
              + " of the protocol, and Isogauge version "
              + PROTOCOL
              + "; expected the same");
    }
    if (!(about.get("name") instanceof String name) || name.isBlank()) {
      throw new FaultyException("answered hello without \"name\", such as \"Turso 0.7.2\"");
    }
    List<Level> levels = levels(about.get("levels"));
    List<String> can = texts("can", about.get("can"));
    if (!can.contains("read") || !can.contains("write")) {
      throw new FaultyException("answered hello with can " + can + "; expected read and write");
    }
    Object initial = about.get("initial");
    if (initial != null && !(initial instanceof Long)) {
      throw new FaultyException(
          "answered hello with initial " + initial + "; expected null or a number");
    }
    return new Description(
        name,
        new Capabilities(levels, levels.get(0), abilities(can, about.get("waits"))),
        Set.copyOf(can),
        initial == null ? OptionalLong.empty() : OptionalLong.of((Long) initial),
        about.containsKey("nodes") ? texts("nodes", about.get("nodes")) : List.of(),
        faults(about));
  }

  private static Set<Capability> abilities(List<String> can, Object waits) {
    Set<Capability> abilities = EnumSet.noneOf(Capability.class);
    if (can.contains("append")) {
      abilities.add(Capability.LISTS);
    }
    if (can.contains("delete")) {
      abilities.add(Capability.DELETES);
    }
    if (can.contains("scan") && can.contains("delete")) {
      abilities.add(Capability.PREDICATES);
      abilities.add(Capability.RETURNS_CHANGED);
    }
    if (can.contains("lock")) {
      abilities.add(Capability.READ_FOR_UPDATE);
    }
    if (can.contains("timestamps")) {
      abilities.add(Capability.TIMESTAMPS);
    }
    if (Boolean.FALSE.equals(waits)) {
      abilities.add(Capability.NEVER_WAITS);
    }
    return abilities;
  }

  private static List<Level> levels(Object value) throws FaultyException {
    List<Level> levels = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        if (!(each instanceof Map<?, ?> level) || !(level.get("name") instanceof String name)) {
          throw new FaultyException(
              "answered hello with the level " + each + "; expected an object with \"name\"");
        }
        levels.add(level(name, level.get("claims")));
      }
    }
    if (levels.isEmpty()) {
      throw new FaultyException("answered hello without \"levels\"; expected at least one");
    }
    return levels;
  }

  /** A level without claims means what its name means. */
  private static Level level(String name, Object claims) throws FaultyException {
    if (claims == null) {
      return Level.standards().stream()
          .filter(level -> level.id().equals(name.toLowerCase(Locale.ROOT).replace(' ', '-')))
          .findFirst()
          .map(level -> new Level(name, level.claims()))
          .orElseThrow(
              () ->
                  new FaultyException(
                      "answered hello with the level "
                          + name
                          + " without \"claims\", such as [\"snapshot-isolation\"]"));
    }
    Set<IsolationLevel> claimed = EnumSet.noneOf(IsolationLevel.class);
    for (String claim : texts("claims", claims)) {
      Optional<IsolationLevel> known = IsolationLevel.byName(claim);
      if (known.isEmpty()) {
        throw new FaultyException(
            "claims '" + claim + "' for " + name + "; 'isogauge list levels' shows what there is");
      }
      claimed.add(known.get());
    }
    if (claimed.isEmpty()) {
      throw new FaultyException("claims nothing for " + name + "; expected a level, at least pl-1");
    }
    return new Level(name, claimed);
  }

  private static Set<FaultKind> faults(Map<?, ?> about) throws FaultyException {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    if (about.containsKey("faults")) {
      for (String each : texts("faults", about.get("faults"))) {
        kinds.add(
            FaultKind.byName(each)
                .orElseThrow(
                    () ->
                        new FaultyException(
                            "answered hello with the fault "
                                + each
                                + "; expected some of "
                                + FaultKind.ids())));
      }
    }
    return kinds;
  }

  private static List<String> texts(String field, Object value) throws FaultyException {
    List<String> texts = new ArrayList<>();
    if (!(value instanceof List<?> list)) {
      throw new FaultyException(
          "answered hello with " + field + " " + value + "; expected a list of texts");
    }
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw new FaultyException(
            "answered hello with " + field + " " + value + "; expected a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }
}
