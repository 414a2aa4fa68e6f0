package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.CyclicVersions;
import dev.isogauge.anomaly.Anomaly.DependencyCycle;
import dev.isogauge.anomaly.Anomaly.FaultyListRead;
import dev.isogauge.anomaly.Anomaly.IncompatibleOrder;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.evidence.ListSources;
import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;

/** Explains what breaks strong levels where the order of versions is known. */
final class StrongStories {
  private StrongStories() {}

  static Explanation cycle(Story story, DependencyCycle anomaly) {
    Explainer.tellCycle(story, anomaly.cycle());
    String shape = shape(story.history, anomaly.cycle());
    return story.tell(
        anomaly,
        (shape.isEmpty() ? "" : shape + ", ")
            + Explainer.members(story, anomaly.cycle())
            + " would have to come before itself");
  }

  /** The name of a familiar shape; empty where the cycle has none. */
  private static String shape(History history, List<Edge> cycle) {
    List<Relation> relations = cycle.stream().map(Edge::relation).toList();
    if (relations.equals(List.of(Relation.READ_OVERWRITTEN, Relation.READ_OVERWRITTEN))) {
      return ofTwo(history, read(cycle.get(0)), read(cycle.get(1)));
    }
    boolean alternates =
        relations.size() == 4
            && relations.stream().filter(r -> r == Relation.READ_OVERWRITTEN).count() == 2
            && relations.stream().filter(r -> r == Relation.READS_FROM).count() == 2
            && relations.get(0) != relations.get(1)
            && relations.get(0) == relations.get(2);
    if (alternates) {
      return "a long fork";
    }
    boolean session =
        relations.size() == 2
            && relations.contains(Relation.SESSION_ORDER)
            && relations.contains(Relation.READ_OVERWRITTEN);
    return session ? "a broken session guarantee" : "";
  }

  /** The name of two transactions that each read what the other one overwrote. */
  private static String ofTwo(History history, int first, int second) {
    if (history.keyOf(first) != history.keyOf(second)) {
      return "a write skew";
    }
    return ListSources.version(history, first) == ListSources.version(history, second)
        ? "a lost update"
        : "";
  }

  private static int read(Edge edge) {
    return ((Justification.ReadOverwritten) edge.why()).read();
  }

  static Explanation faultyRead(Story story, FaultyListRead anomaly) {
    story.cast.mention(anomaly.read());
    String reader = story.names.transaction(anomaly.transaction());
    String version = story.names.version(anomaly.read());
    String fault =
        switch (anomaly.kind()) {
          case THIN_AIR_READ -> "no transaction appended one of these elements";
          case ABORTED_READ ->
              "one of these elements was appended by a transaction that did not commit";
          case FUTURE_READ -> "it appended one of these elements itself, only later";
          case NOT_MY_OWN_WRITE -> "the list does not end with what it had appended itself";
          case INTERMEDIATE_READ ->
              ListSources.endsWithOwn(story.history, anomaly.read())
                  ? "the transaction that appended the last element before its own appended more before it ended"
                  : "the transaction that appended the last element appended more before it ended";
          case DUPLICATE_ELEMENT -> "it has an element twice that was appended once";
          case INCOMPATIBLE_ORDER ->
              "it has one transaction's appends in another order, or with gaps";
          default ->
              throw new IllegalArgumentException(anomaly.kind() + " is not a fault of a list");
        };
    story.say(reader + " read " + version);
    story.sayContradiction(fault);
    return story.tell(anomaly.kind(), reader + " read " + version + ": " + fault);
  }

  static Explanation incompatibleOrder(Story story, IncompatibleOrder anomaly) {
    story.cast.mention(anomaly.firstRead());
    story.cast.mention(anomaly.secondRead());
    String first = story.names.transactionOf(anomaly.firstRead());
    String second = story.names.transactionOf(anomaly.secondRead());
    story.say(first + " read " + story.names.version(anomaly.firstRead()));
    story.sayContradiction(
        String.format(
            "%s read %s, and the two differ after %s: a list only grows, so one should be the"
                + " beginning of the other",
            second,
            story.names.version(anomaly.secondRead()),
            Words.count(anomaly.common(), "element")));
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s and %s saw %s in two orders", first, second, story.names.key(anomaly.key())));
  }

  static Explanation cyclicVersions(Story story, CyclicVersions anomaly) {
    List<String> versions = new ArrayList<>();
    for (int write : anomaly.writes()) {
      if (write == History.INITIAL) {
        versions.add("the initial one");
      } else {
        story.cast.mention(write);
        versions.add(story.names.value(write));
      }
    }
    String key = story.names.key(anomaly.key());
    story.say(
        "What was read and written, and in which order, puts these versions of "
            + key
            + " before one another: "
            + Words.list(versions));
    story.sayContradiction("each of them would have to come before itself");
    return story.tell(anomaly.kind(), "the versions of " + key + " would have to come in a circle");
  }
}
