package dev.isogauge.collect;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which servers a database consists of, where it is not one alone, and how they are to fail.
 *
 * @param nodes how many equal servers to start; 0 is as many as the database has unless asked
 * @param replicas how many copies that only read to start beside the server
 * @param urls further servers of the user's, which read and write like the first
 * @param readUrls replicas of the user's, which only read
 * @param driverJars a JDBC driver of the user's with what it needs; none for those we know
 * @param faults what servers that are started must be prepared for
 */
public record Topology(
    int nodes,
    int replicas,
    List<String> urls,
    List<String> readUrls,
    List<Path> driverJars,
    Set<FaultKind> faults) {
  /** What a database may consist of that is not one server. */
  public enum Part {
    /** Equal servers that are started. */
    NODES,
    /** Copies that only read, started beside a server. */
    REPLICAS,
    /** Servers of the user's that are like the first. */
    URLS,
    /** Copies of the user's that only read. */
    READ_URLS,
    /** Failures of servers that are started. */
    FAULTS
  }

  /** One server, or whatever is behind one URL; a cluster has as many as it usually has. */
  public static final Topology USUAL =
      new Topology(0, 0, List.of(), List.of(), List.of(), Set.of());

  public Topology {
    urls = List.copyOf(urls);
    readUrls = List.copyOf(readUrls);
    driverJars = List.copyOf(driverJars);
    Set<FaultKind> ordered = EnumSet.noneOf(FaultKind.class);
    ordered.addAll(faults);
    faults = Collections.unmodifiableSet(ordered);
  }

  /** The same with replicas. */
  public Topology withReplicas(int number) {
    return new Topology(nodes, number, urls, readUrls, driverJars, faults);
  }

  /** The same with as many equal servers. */
  public Topology withNodes(int number) {
    return new Topology(number, replicas, urls, readUrls, driverJars, faults);
  }

  /** The same with further servers of the user's. */
  public Topology withUrls(List<String> further) {
    return new Topology(nodes, replicas, further, readUrls, driverJars, faults);
  }

  /** The same with replicas of the user's. */
  public Topology withReadUrls(List<String> further) {
    return new Topology(nodes, replicas, urls, further, driverJars, faults);
  }

  /** The same with a JDBC driver of the user's. */
  public Topology withDriverJars(List<Path> jars) {
    return new Topology(nodes, replicas, urls, readUrls, jars, faults);
  }

  /** The same with servers that can fail in these ways. */
  public Topology withFaults(Set<FaultKind> kinds) {
    return new Topology(nodes, replicas, urls, readUrls, driverJars, kinds);
  }

  /** Refuses wrong clocks, for a reason. */
  public void requireRightClocks(String reason) throws DatabaseException {
    if (faults.contains(FaultKind.CLOCK)) {
      throw new DatabaseException(reason + "; expected faults other than clock");
    }
  }

  /** Whether some sessions read from replicas. */
  public boolean hasReplicas() {
    return replicas > 0 || !readUrls.isEmpty();
  }
}
