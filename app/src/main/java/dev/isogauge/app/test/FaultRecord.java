package dev.isogauge.app.test;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.fault.Durability;
import dev.isogauge.collect.fault.MadeFault;
import dev.isogauge.collect.fault.PlannedFault;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How servers failed during a run, and what was lost by it.
 *
 * @param planned the faults that were drawn
 * @param made those that were made
 * @param away the servers that did not come back, and why
 * @param durability what became of what was acknowledged, where the workload shows it
 * @param trouble why a fault could not be made or taken back, or nothing be looked for
 */
record FaultRecord(
    List<PlannedFault> planned,
    List<MadeFault> made,
    Map<String, String> away,
    Optional<Durability> durability,
    Optional<String> trouble) {
  static final FaultRecord NONE = planned(List.of());

  /** Nothing has happened yet. */
  static FaultRecord planned(List<PlannedFault> faults) {
    return new FaultRecord(faults, List.of(), Map.of(), Optional.empty(), Optional.empty());
  }

  private static final int SHOWN = 10;

  boolean hasLost() {
    return durability.isPresent() && !durability.get().lost().isEmpty();
  }

  /** Whether some of what was acknowledged could be looked for nowhere. */
  boolean leavesOpen() {
    return durability.isPresent() && durability.get().unknown() > 0;
  }

  /** Some lines for the report. */
  String text() {
    Map<FaultKind, Integer> counts = new TreeMap<>();
    made.forEach(fault -> counts.merge(fault.planned().kind(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    counts.forEach((kind, count) -> parts.add(count + " " + kind.id()));
    return "Faults: "
        + (parts.isEmpty() ? "none" : String.join(", ", parts))
        + "; run.json has their times.\n"
        + killed()
        + missing()
        + durability.map(FaultRecord::text).orElseGet(this::whyNotLookedAt);
  }

  private String killed() {
    long killed = made.stream().filter(MadeFault::killed).count();
    return killed == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%s ended by SIGKILL: the server had not ended %d s after it was told to.%n",
            Words.count(killed, "restart"),
            ServerNode.STOP_PATIENCE.toSeconds());
  }

  private String missing() {
    StringBuilder text = new StringBuilder();
    away.forEach(
        (server, why) ->
            text.append(server)
                .append(" did NOT come back within ")
                .append(ServerNode.START_PATIENCE.toSeconds())
                .append(" s after the last fault: ")
                .append(why)
                .append('\n'));
    return text.toString();
  }

  private String whyNotLookedAt() {
    return "Durability: not checked; "
        + trouble.orElse("workloads that delete nothing show it")
        + ".";
  }

  private static String text(Durability durability) {
    if (durability.lost().isEmpty()) {
      return "Durability: "
          + Words.count(durability.acknowledged(), "acknowledged write")
          + " looked for at the end, none was missing."
          + gaps(durability);
    }
    StringBuilder text =
        new StringBuilder("Durability: of ")
            .append(Words.count(durability.acknowledged(), "acknowledged write"))
            .append(", ")
            .append(lostWrites(durability))
            .append(" LOST:");
    durability.lost().stream()
        .limit(SHOWN)
        .forEach(
            lost ->
                text.append("\n  ")
                    .append(lost.transaction())
                    .append(lost.append() ? " appended " : " wrote ")
                    .append(lost.value())
                    .append(lost.append() ? " to list " : " to item ")
                    .append(lost.key())
                    .append(", and was committed")
                    .append(lost.server().isEmpty() ? "" : "; missing on " + lost.server()));
    if (durability.lost().size() > SHOWN) {
      text.append("\n  ... run.json names all");
    }
    return text.append(gaps(durability)).toString();
  }

  /** What could not be looked for. */
  private static String gaps(Durability durability) {
    StringBuilder text = new StringBuilder();
    durability.unread().values().forEach(gap -> text.append("\n  ").append(gap));
    if (durability.unknown() > 0) {
      text.append("\n  no server showed ")
          .append(durability.unknown())
          .append(" of the lists or items, so that nothing is known of these");
    }
    return text.toString();
  }

  /** A write that is missing on several servers is one. */
  private static long lostWrites(Durability durability) {
    return durability.lost().stream()
        .map(lost -> List.of(lost.transaction(), lost.append(), lost.key(), lost.value()))
        .distinct()
        .count();
  }

  /** Fields of the run's file; none where no server was to fail. */
  void write(JsonGenerator json) throws IOException {
    if (planned.isEmpty() && made.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("plannedFaults");
    for (PlannedFault fault : planned) {
      json.writeStartObject();
      write(fault, json);
      json.writeNumberField("server", fault.server());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (!made.isEmpty()) {
      json.writeArrayFieldStart("faults");
      for (MadeFault fault : made) {
        json.writeStartObject();
        write(fault.planned(), json);
        json.writeStringField("server", fault.server());
        json.writeNumberField("onNanos", fault.on());
        json.writeNumberField("offNanos", fault.off());
        if (fault.killed()) {
          json.writeBooleanField("killed", true);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    if (!away.isEmpty()) {
      json.writeObjectFieldStart("away");
      for (Map.Entry<String, String> server : away.entrySet()) {
        json.writeStringField(server.getKey(), server.getValue());
      }
      json.writeEndObject();
    }
    if (durability.isPresent()) {
      write(durability.get(), json);
    }
  }

  private static void write(PlannedFault fault, JsonGenerator json) throws IOException {
    json.writeStringField("kind", fault.kind().id());
    json.writeNumberField("atMillis", fault.at().toMillis());
    json.writeNumberField("lengthMillis", fault.length().toMillis());
    if (fault.kind() == FaultKind.PARTITION) {
      json.writeStringField("lost", List.of("both", "sent", "received").get(fault.variant()));
    } else if (fault.kind() == FaultKind.CLOCK) {
      json.writeNumberField("aheadSeconds", fault.variant());
    }
  }

  private static void write(Durability durability, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("durability");
    json.writeNumberField("acknowledged", durability.acknowledged());
    json.writeNumberField("unknown", durability.unknown());
    if (!durability.unread().isEmpty()) {
      json.writeObjectFieldStart("unread");
      for (Map.Entry<String, String> server : durability.unread().entrySet()) {
        json.writeStringField(server.getKey(), server.getValue());
      }
      json.writeEndObject();
    }
    json.writeArrayFieldStart("lost");
    for (Durability.Lost lost : durability.lost()) {
      json.writeStartObject();
      json.writeStringField("transaction", lost.transaction());
      json.writeNumberField(lost.append() ? "list" : "item", lost.key());
      json.writeNumberField(lost.append() ? "element" : "value", lost.value());
      json.writeStringField("server", lost.server());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
