package dev.isogauge.collect.jvm;

import dev.isogauge.collect.adapter.AdapterHost;
import dev.isogauge.collect.adapter.Channel;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A node as one session sees it, which has a connection of its own. One that broke is made again
 * when the next transaction begins.
 */
final class NodeSession implements AdapterHost {
  private static final Set<String> ABILITIES =
      Set.of("read", "write", "delete", "append", "cas", "lock");

  private final NodeChannel.NodeAddress node;
  private final Duration patience;

  /** Null before the first transaction. */
  private NodeChannel channel;

  NodeSession(NodeChannel.NodeAddress node, Duration patience) {
    this.node = node;
    this.patience = patience;
  }

  @Override
  public Channel channel() throws Channel.BrokenException {
    if (channel == null || !channel.isSound()) {
      channel = NodeChannel.connect(node, patience);
    }
    return channel;
  }

  @Override
  public boolean can(String verb) {
    return ABILITIES.contains(verb);
  }

  @Override
  public OptionalLong initial() {
    return OptionalLong.empty();
  }

  @Override
  public String era() {
    return "";
  }

  @Override
  public Duration patience() {
    return patience;
  }

  /** A node that does not answer is a lost connection, also where no fault was planned. */
  @Override
  public boolean mayFail() {
    return true;
  }
}
