package dev.isogauge.generate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.history.VersionOrder.Version;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.List;

/**
 * Generates histories. The same workload gives the same history, on every machine and JDK. Keys are
 * the integers from 0, sessions and transactions are named by the integers from 1, transactions in
 * the order in which the store ends them, unless names are recorded; every write of a key has a
 * value of its own, and every key starts at 0 unless the workload says nil.
 */
public final class HistoryGenerator {
  private HistoryGenerator() {}

  /** A history that satisfies the level of the workload's store. */
  public static History generate(WorkloadSpec spec) {
    return generate(spec, List.of()).history();
  }

  /**
   * The same with anomalies or timestamp faults planted among the store's transactions.
   *
   * @throws InvalidWorkloadException if the history cannot hold what is to be planted
   */
  public static GeneratedHistory generate(WorkloadSpec spec, List<Injection> injections) {
    Injection.requireExpressible(spec, injections);
    HistoryCollector recorder = new HistoryCollector(spec);
    Clock clock = new Clock(spec);
    Injector injector = new Injector(spec, injections, recorder, clock);
    runClients(spec, recorder, clock, injector);
    return new GeneratedHistory(recorder.build(), injector.planted());
  }

  /** Lets a random client take the next turn until enough transactions have committed. */
  private static void runClients(
      WorkloadSpec spec, HistoryCollector recorder, Clock clock, Injector injector) {
    SplitMix random = new SplitMix(spec.seed());
    WorkloadState state = new WorkloadState(spec.mix());
    recorder.names(state.application());
    Planner planner = new Planner(spec.mix(), random, state);
    Store store = Store.of(spec);
    boolean wantsLog = spec.model() == DataModel.LIST_APPEND || spec.recording().versionOrder();
    KeyLog log = new KeyLog(wantsLog ? spec.mostKeys() : 0);
    SimulatedRows rows =
        new SimulatedRows(spec.model().holdsRows() ? spec.keys() : 0, recorder.atoms());
    SimulatedClient.Shared shared =
        new SimulatedClient.Shared(spec, planner, store, log, rows, clock, recorder);
    SimulatedClient[] clients = new SimulatedClient[spec.sessions()];
    for (int session = 0; session < clients.length; session++) {
      clients[session] = new SimulatedClient(session, shared);
    }
    boolean inTurns = store.overlaps() || spec.recording().realTime();
    int committed = 0;
    injector.plantDue(committed);
    while (committed < spec.transactions()) {
      SimulatedClient client = clients[random.below(clients.length)];
      if (inTurns ? client.step() : client.runAlone()) {
        injector.plantDue(++committed);
      }
    }
    for (SimulatedClient client : clients) {
      client.hearAnswer();
    }
    if (spec.recording().versionOrder()) {
      for (int key = 0; key < spec.mostKeys(); key++) {
        recorder.versionOrder(
            spec.model().holdsRows() ? rows.order(key, log.of(key)) : order(key, log.of(key)));
      }
    }
  }

  /** The order of versions whose values differ. */
  private static VersionOrder order(int key, LongList values) {
    return new VersionOrder(
        key, values.longStream().mapToObj(value -> new Version(value, Atoms.NO_NAME)).toList());
  }
}
