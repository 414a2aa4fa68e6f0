package dev.isogauge.collect.cluster;

import dev.isogauge.collect.ServerNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Servers of ours that belong together.
 *
 * @param servers as faults see them
 * @param processes ends each of the servers
 */
public record Cluster(Sites sites, List<ServerNode> servers, List<Runnable> processes)
    implements AutoCloseable {
  /** The last one first: others may need files of the first. */
  @Override
  public void close() {
    List<Runnable> lastFirst = new ArrayList<>(processes);
    Collections.reverse(lastFirst);
    lastFirst.forEach(Runnable::run);
    sites.close();
  }
}
