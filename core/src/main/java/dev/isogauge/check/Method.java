package dev.isogauge.check;

/** How a question is answered. */
public enum Method {
  /** Reads and sessions force an order of commits; the level holds if that has no cycle. */
  COMMIT_ORDER(
      "commit-order",
      "derives the commit order that sessions and reads force; a cycle in it is a violation"),
  /** The same for lists, whose reads show the order of appends. */
  LIST_ORDER(
      "list-order",
      "orders the appends to each list as its reads show them; a read that misses an append which"
          + " it must see is a violation"),
  /** Reads show the order of versions, which gives a graph of dependencies. */
  DEPENDENCY_GRAPH(
      "dependency-graph",
      "builds the graph of dependencies between transactions; a cycle that the level forbids is a"
          + " violation"),
  /** Reads show a part of the order of versions. */
  PARTIAL_GRAPH(
      "partial-graph",
      "builds the graph of those dependencies that reads show; it can find a violation, but not"
          + " show that the level holds"),
  /** Nothing shows the order of versions: one is searched for. */
  SEARCH(
      "search",
      "searches for an order of versions that explains every read, which can take exponential"
          + " time"),
  /** As {@link #SEARCH}, along the recorded parts of the order. */
  GUIDED_SEARCH(
      "guided-search",
      "searches for an order of versions that explains every read and keeps the recorded version"
          + " orders, which can take exponential time"),
  /** The order of versions is recorded, and what predicate reads looked at. */
  CERTIFICATE(
      "certificate",
      "builds the graph of dependencies from the recorded version orders, taken at their word"),
  /** Start and commit timestamps are recorded. */
  TIMESTAMPS(
      "timestamps",
      "simulates the run in the order of its start and commit timestamps, taken at their word, and"
          + " compares every read"),
  /** The serial order is recorded. */
  REPLAY(
      "replay",
      "runs the transactions again, one after the other in the serial order that the database"
          + " claims, and compares every read"),
  /** Operations on single keys, by real time. */
  LINEARIZATION(
      "linearization",
      "orders the operations of each key within their begin and end times; searches where values"
          + " repeat"),
  /** No checker answers the question. */
  NONE("none", "does not check: the verdict will be unknown");

  private final String id;
  private final String meaning;

  Method(String id, String meaning) {
    this.id = id;
    this.meaning = meaning;
  }

  /** The name used in reports. */
  public String id() {
    return id;
  }

  /** What the checker does, as a clause without a subject. */
  public String meaning() {
    return meaning;
  }
}
