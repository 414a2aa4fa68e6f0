package dev.isogauge.node;

/** A member of a cluster in this process. Made from a {@link NodeSettings}, it joins or founds. */
public interface Member {
  /** What it says it is, such as {@code ZooKeeper 3.9.4}. */
  String version();

  /** Whether all members that are to be there have found one another. */
  boolean isComplete() throws Exception;

  /**
   * A session's transactions.
   *
   * @param level as the user calls it, such as {@code repeatable-read}
   */
  Transactions connect(String level) throws Exception;

  /** How it stands in its cluster, in words that only {@link Peers} of the same store ask for. */
  default String standing() {
    return "";
  }

  /** Removes all keys, everywhere; no transaction is under way. */
  void clear() throws Exception;
}
