package dev.isogauge.collect.fault;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.recorder.Recorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Makes the faults of a schedule while a workload runs, and takes back those that are left when it
 * ends. Faults that are independent of one another are made by threads of their own; one that takes
 * longer than planned, such as a server that starts slowly, delays those that follow it.
 */
public final class FaultInjector {
  /** How long to wait before a server that could not start is started again. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final List<ServerNode> servers;
  private final List<PlannedFault> schedule;
  private final List<MadeFault> made = new ArrayList<>();
  private final Map<String, String> away = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Object clock = new Object();
  private long origin;
  private boolean over;
  private String trouble = "";

  /** An injector of these faults into these servers. */
  public FaultInjector(List<ServerNode> servers, List<PlannedFault> schedule) {
    this.servers = List.copyOf(servers);
    this.schedule = List.copyOf(schedule);
  }

  /**
   * Begins.
   *
   * @param start the start of the run, by {@link System#nanoTime}
   */
  public void start(long start) {
    origin = start;
    Map<FaultKind, List<PlannedFault>> byKind = new EnumMap<>(FaultKind.class);
    for (PlannedFault fault : schedule) {
      byKind.computeIfAbsent(family(fault.kind()), unused -> new ArrayList<>()).add(fault);
    }
    byKind.forEach(
        (family, faults) -> {
          Thread thread = new Thread(() -> make(faults), "isogauge-faults-" + family.id());
          thread.setDaemon(true);
          threads.add(thread);
        });
    threads.forEach(Thread::start);
  }

  /** What happens to processes happens one after the other. */
  private static FaultKind family(FaultKind kind) {
    return kind == FaultKind.PAUSE || kind == FaultKind.RESTART ? FaultKind.KILL : kind;
  }

  private void make(List<PlannedFault> faults) {
    try {
      for (PlannedFault fault : faults) {
        if (isOverAt(fault.at())) {
          return;
        }
        ServerNode server = servers.get(fault.server());
        long on = System.nanoTime() - origin;
        int place;
        synchronized (made) {
          place = made.size();
          made.add(new MadeFault(fault, server.name(), on, 0, false));
        }
        boolean killed = begin(fault, server);
        isOverAt(Duration.ofNanos(on).plus(fault.length()));
        boolean isBack = end(fault, server);
        long off = isBack ? System.nanoTime() - origin : 0;
        synchronized (made) {
          made.set(place, new MadeFault(fault, server.name(), on, off, killed));
        }
      }
    } catch (DatabaseException e) {
      synchronized (made) {
        trouble = e.getMessage();
      }
    }
  }

  /** Has the recording say when each fault that was made was on. */
  public void recordTo(Recorder recorder) {
    for (MadeFault fault : made()) {
      recorder.fault(
          fault.planned().kind().id(),
          fault.server(),
          origin + fault.on(),
          fault.off() == 0 ? OptionalLong.empty() : OptionalLong.of(origin + fault.off()));
    }
  }

  /** Waits until then; true if the run is over before. */
  private boolean isOverAt(Duration time) {
    synchronized (clock) {
      long left;
      while (!over && (left = origin + time.toNanos() - System.nanoTime()) > 0) {
        try {
          clock.wait(1 + left / 1_000_000);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return true;
        }
      }
      return over;
    }
  }

  /** True if the server had to be killed, which was not the plan. */
  private boolean begin(PlannedFault fault, ServerNode server) throws DatabaseException {
    if (server.suffers(fault.kind(), true)) {
      return false;
    }
    switch (fault.kind()) {
      case KILL -> server.kill();
      case RESTART -> {
        return server.stop();
      }
      case PAUSE -> server.pause();
      case CLOCK -> server.skewClock(Duration.ofSeconds(fault.variant()));
      case PARTITION -> {
        for (int other = 0; other < servers.size(); other++) {
          if (other != fault.server()) {
            cut(fault, server, other);
          }
        }
      }
    }
    return false;
  }

  private void cut(PlannedFault fault, ServerNode server, int other) throws DatabaseException {
    if (fault.variant() != 2) {
      server.cutFrom(other);
    }
    if (fault.variant() != 1) {
      servers.get(other).cutFrom(fault.server());
    }
  }

  /** False if the server stays away. */
  private boolean end(PlannedFault fault, ServerNode server) throws DatabaseException {
    if (server.suffers(fault.kind(), false)) {
      return true;
    }
    switch (fault.kind()) {
      case KILL, RESTART -> {
        return isBack(server);
      }
      case PAUSE -> server.resume();
      case CLOCK -> server.skewClock(Duration.ZERO);
      case PARTITION -> {
        for (int other = 0; other < servers.size(); other++) {
          if (other != fault.server()) {
            join(fault, server, other);
          }
        }
      }
    }
    return true;
  }

  /**
   * Starts the server. It may be unable to, such as while others are cut off; then it is tried
   * again, and once more when all other faults have ended.
   */
  private boolean isBack(ServerNode server) {
    while (true) {
      boolean isLast = isOverAt(Duration.ZERO);
      try {
        server.start();
        return true;
      } catch (DatabaseException e) {
        if (isLast) {
          synchronized (made) {
            away.put(server.name(), e.getMessage());
          }
          return false;
        }
        isOverAt(Duration.ofNanos(System.nanoTime() - origin).plus(RETRY));
      }
    }
  }

  private void join(PlannedFault fault, ServerNode server, int other) throws DatabaseException {
    if (fault.variant() != 2) {
      server.joinTo(other);
    }
    if (fault.variant() != 1) {
      servers.get(other).joinTo(fault.server());
    }
  }

  /** Takes back what is left, and returns when all servers answer, or one will not. */
  public void end() {
    synchronized (clock) {
      over = true;
      clock.notifyAll();
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** The servers that did not come back, and why. */
  public Map<String, String> away() {
    synchronized (made) {
      return new TreeMap<>(away);
    }
  }

  /** The faults that were made. */
  public List<MadeFault> made() {
    synchronized (made) {
      return List.copyOf(made);
    }
  }

  /** Why a fault could not be made or taken back; empty if all could. */
  public Optional<String> trouble() {
    synchronized (made) {
      return Optional.of(trouble).filter(text -> !text.isEmpty());
    }
  }
}
