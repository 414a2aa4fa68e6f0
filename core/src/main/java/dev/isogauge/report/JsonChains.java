package dev.isogauge.report;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.history.History;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Writes the versions that an anomaly is about, key by key, with the reads that saw them. */
final class JsonChains {
  private static final int MOST_READERS = 10;
  private static final int MOST_VERSIONS = 40;
  private static final int AROUND = 3;

  private final JsonValues values;
  private final JsonWriter json;
  private final History history;
  private final VersionIndex index;
  private final Involved involved;
  private final Map<Integer, VersionChain> chains = new TreeMap<>();

  /**
   * The chains of an anomaly.
   *
   * @param areAssumed whether edges hold in cases only, so that they show no order
   */
  JsonChains(
      JsonValues values,
      VersionIndex index,
      Evidence evidence,
      List<Part> parts,
      Involved involved,
      boolean areAssumed) {
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.index = index;
    this.involved = involved;
    for (Edge edge : evidence.allEdges()) {
      Place from = evidence.source(edge);
      Optional<Integer> source = version(from);
      Optional<Integer> target = version(evidence.target(edge));
      if (source.isPresent() && target.isPresent() && !areAssumed && isOrder(edge.relation())) {
        chains.get(from.key()).order(source.get(), target.get());
      }
    }
    for (Part part : parts) {
      version(part.place());
    }
    for (VersionChain chain : chains.values()) {
      addKnownOrder(chain);
    }
  }

  private static boolean isOrder(Relation relation) {
    return relation == Relation.OVERWRITES
        || relation == Relation.READ_OVERWRITTEN
        || relation == Relation.COMMIT_ORDER;
  }

  /** The version that a place wrote or saw, which is then in its chain. */
  private Optional<Integer> version(Place place) {
    if (place.key() == History.NONE || place.predicate() >= 0) {
      return Optional.empty();
    }
    boolean isRead = place.operation() >= 0 && !history.isWrite(place.operation());
    Optional<Place> seen = isRead ? Place.seenBy(history, place.operation()) : Optional.of(place);
    if (seen.isEmpty()
        || (seen.get().operation() < 0 && seen.get().transaction() != History.INITIAL)) {
      return Optional.empty();
    }
    VersionChain chain = chains.computeIfAbsent(place.key(), unused -> new VersionChain());
    if (chain.size() < MOST_VERSIONS) {
      chain.add(seen.get().version(), true);
    }
    return Optional.of(seen.get().version());
  }

  /** What the history itself shows of the order of a chain's versions. */
  private void addKnownOrder(VersionChain chain) {
    int previous = History.NONE;
    for (int write : inKnownPlaces(chain)) {
      if (previous != History.NONE) {
        chain.order(previous, write);
      }
      previous = write;
    }
    for (int version : chain.versions()) {
      chain.order(History.INITIAL, version);
      if (version != History.INITIAL) {
        chain.order(index.before(version), version);
      }
    }
  }

  private List<Integer> inKnownPlaces(VersionChain chain) {
    List<Integer> known = new ArrayList<>();
    for (int write : chain.versions()) {
      if (write >= 0 && index.placeInOrder(write) != History.NONE) {
        known.add(write);
      }
    }
    if (known.size() > 1) {
      known.sort(Comparator.comparing(index::placeInOrder));
    }
    return known;
  }

  /** The keys, as operations name them. */
  List<String> labels() {
    return chains.keySet().stream().map(values.names::bareKey).toList();
  }

  /** Writes the chains as they are. */
  void write(String field) throws IOException {
    json.objects(field, chains.entrySet(), each -> fields(each.getKey(), each.getValue()));
  }

  /** Adds up to three versions to each side, as far as they are known. */
  void widen() {
    chains.forEach(
        (key, chain) -> {
          List<Integer> earlier = chain.versions();
          List<Integer> later = chain.versions();
          for (int step = 0; step < AROUND; step++) {
            earlier = addBefore(chain, earlier);
            later = addAfter(key, chain, later);
          }
          addKnownOrder(chain);
        });
  }

  private List<Integer> addBefore(VersionChain chain, List<Integer> versions) {
    List<Integer> added = new ArrayList<>();
    for (int version : versions) {
      int before = version == History.INITIAL ? History.UNKNOWN : index.before(version);
      if (before >= History.INITIAL && !chain.has(before) && chain.size() < MOST_VERSIONS) {
        chain.add(before, false);
        added.add(before);
      }
    }
    return added;
  }

  private List<Integer> addAfter(int key, VersionChain chain, List<Integer> versions) {
    List<Integer> added = new ArrayList<>();
    for (int version : versions) {
      index.after(
          version,
          key,
          AROUND,
          after -> {
            if (!chain.has(after) && chain.size() < MOST_VERSIONS) {
              chain.add(after, false);
              added.add(after);
            }
          });
    }
    return added;
  }

  private void fields(int key, VersionChain chain) throws IOException {
    values.atom("key", history.keyAtom(key));
    json.put("label", values.names.bareKey(key));
    List<Integer> sorted = chain.sorted();
    json.objects("versions", sorted, each -> version(key, each, chain.matters(each)));
    json.put("order", chain.known().id);
    json.array(
        "before",
        chain.pairs(),
        pair ->
            json.array(
                List.of(sorted.indexOf(pair.earlier()), sorted.indexOf(pair.later())),
                json.generator()::writeNumber));
    json.put("versionsLeftOut", Math.max(0, index.versionCount(key) - sorted.size()));
  }

  /** Reads that saw a version, those that matter first. */
  private Set<Integer> readers(int version, int key) {
    Set<Integer> shown = new LinkedHashSet<>();
    for (int operation : involved.operations()) {
      if (history.keyOf(operation) == key
          && !history.isWrite(operation)
          && saw(operation, version)) {
        shown.add(operation);
      }
    }
    int readers = index.readCount(version, key);
    for (int r = 0; r < readers && shown.size() < MOST_READERS; r++) {
      shown.add(index.read(version, key, r));
    }
    return shown;
  }

  private boolean saw(int read, int version) {
    Optional<Place> seen = Place.seenBy(history, read);
    return seen.isPresent() && seen.get().version() == version;
  }

  private void version(int key, int version, boolean matters) throws IOException {
    Place writer = Place.ofVersion(history, version, key);
    if (version == History.INITIAL) {
      values.atom("value", history.initialValue(key));
    } else {
      values.value(version);
    }
    json.put("text", values.text(writer));
    json.object("writer", () -> values.placeFields(writer));
    Set<Integer> shown = readers(version, key);
    json.array("readers", shown, read -> values.place(Place.ofOperation(history, read)));
    int leftOut = index.readCount(version, key) - shown.size();
    if (leftOut > 0) {
      json.put("readersLeftOut", leftOut);
    }
    if (matters) {
      json.put("matters", true);
    }
  }
}
