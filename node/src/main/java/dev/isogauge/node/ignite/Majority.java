package dev.isogauge.node.ignite;

import java.util.Collection;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.TopologyValidator;

/** Members that see fewer than a majority write nothing. Sent to members that join. */
final class Majority implements TopologyValidator {
  private static final long serialVersionUID = 1;

  private final int nodes;

  /** A rule for a cluster with this number of members. */
  Majority(int nodes) {
    this.nodes = nodes;
  }

  @Override
  public boolean validate(Collection<ClusterNode> members) {
    return isMajority(members.size(), nodes);
  }

  static boolean isMajority(int members, int nodes) {
    return 2 * members > nodes;
  }
}
