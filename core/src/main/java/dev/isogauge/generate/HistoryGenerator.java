package dev.isogauge.generate;

import dev.isogauge.history.History;
import java.util.List;

/**
 * Generates histories. The same workload gives the same history, on every machine and JDK. Keys are
 * the integers from 0, sessions and transactions are named by the integers from 1, transactions in
 * the order in which they end; every write has a value of its own, and every key starts at 0.
 */
public final class HistoryGenerator {
  private HistoryGenerator() {}

  /** A history that satisfies the level of the workload's store. */
  public static History generate(WorkloadSpec spec) {
    return generate(spec, List.of()).history();
  }

  /** The same with anomalies planted among the store's transactions. */
  public static GeneratedHistory generate(WorkloadSpec spec, List<Injection> injections) {
    Recorder recorder = new Recorder(spec.timestamps());
    AnomalyInjector injector = new AnomalyInjector(spec, injections, recorder);
    runClients(spec, recorder, injector);
    return new GeneratedHistory(recorder.build(), injector.planted());
  }

  /** Lets a random client take the next turn until enough transactions have committed. */
  private static void runClients(WorkloadSpec spec, Recorder recorder, AnomalyInjector injector) {
    SplitMix random = new SplitMix(spec.seed());
    Planner planner = new Planner(spec, random);
    Store store = Store.of(spec);
    Client[] clients = new Client[spec.sessions()];
    for (int session = 0; session < clients.length; session++) {
      clients[session] = new Client(session, store, recorder);
    }
    int committed = 0;
    injector.plantDue(committed);
    while (committed < spec.transactions()) {
      Client client = clients[random.below(clients.length)];
      if (store.overlaps() ? client.step(planner) : client.runAlone(planner)) {
        injector.plantDue(++committed);
      }
    }
  }
}
