package dev.isogauge.collect;

import java.util.List;

/**
 * Which servers a database consists of, where it is not one alone.
 *
 * @param replicas how many copies that only read to start beside the server
 * @param readUrls replicas of the user's, which only read
 */
public record Topology(int replicas, List<String> readUrls) {
  /** One server, or whatever is behind one URL. */
  public static final Topology SINGLE = new Topology(0, List.of());

  public Topology {
    readUrls = List.copyOf(readUrls);
  }

  /** Whether some sessions read from replicas. */
  public boolean hasReplicas() {
    return replicas > 0 || !readUrls.isEmpty();
  }
}
