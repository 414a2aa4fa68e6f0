package dev.isogauge.generate;

import static dev.isogauge.generate.InvalidWorkloadException.unlessBetween;

import dev.isogauge.generate.Recording.Timestamps;
import java.util.function.Consumer;

/**
 * What to generate. Start from {@link #DEFAULT} and change what matters.
 *
 * @param store the simulated database
 * @param sessions how many clients run at the same time
 * @param transactions how many transactions commit; aborted ones come on top
 * @param operations the mean number of operations a transaction
 * @param spread how far the number of operations strays from the mean: uniform between mean x (1 -
 *     spread) and mean x (1 + spread), at least 1
 * @param readRatio the share of operations that read; of mini-transactions and lightweight
 *     transactions the share that only reads
 * @param readModifyWriteRatio the share of operations that read a key and then write it, which are
 *     two operations of the history; what is left for neither share writes
 * @param predicateRatio of rows, the share of operations that are by condition
 * @param keys how many keys there are
 * @param writesPerKey the number of writes after which a key retires and a new one takes its place,
 *     so that {@code keys} are in use at a time, and values count from 1 on each key; 0 for keys
 *     that stay
 * @param distribution how often each of them is used
 * @param abortRatio the share of transactions that their client aborts at the end
 * @param seed the same seed gives the same history
 * @param model what keys hold
 * @param scale the size of an application: warehouses of TPC-C, 100 users and 50 items of RUBiS, 20
 *     users of Twitter
 * @param conflicts what becomes of overlapping transactions that want to write the same key
 * @param recording what of the run is put down
 */
public record WorkloadSpec(
    StoreKind store,
    int sessions,
    int transactions,
    int operations,
    double spread,
    double readRatio,
    double readModifyWriteRatio,
    double predicateRatio,
    int keys,
    int writesPerKey,
    KeyDistribution distribution,
    double abortRatio,
    long seed,
    DataModel model,
    int scale,
    ConflictPolicy conflicts,
    Recording recording) {

  private static final int MOST_KEYS = 100_000_000;
  private static final long MOST_OPERATIONS = 1_000_000_000;

  public static final WorkloadSpec DEFAULT =
      new WorkloadSpec(
          StoreKind.SERIALIZABLE,
          10,
          1000,
          8,
          0.5,
          0.5,
          0,
          0.5,
          1000,
          0,
          KeyDistribution.ZIPF,
          0,
          1,
          DataModel.REGISTER,
          1,
          ConflictPolicy.ABORT,
          Recording.DEFAULT);

  public WorkloadSpec {
    unlessBetween("sessions", sessions, 1, 100_000);
    unlessBetween("transactions", transactions, 1, 100_000_000);
    unlessBetween("operations", operations, 1, 1_000_000);
    unlessBetween("spread", spread, 0, 1);
    unlessBetween("read-ratio", readRatio, 0, 1);
    unlessBetween("rmw-ratio", readModifyWriteRatio, 0, 1);
    unlessBetween("predicate-ratio", predicateRatio, 0, 1);
    unlessBetween("scale", scale, 1, 1000);
    unlessBetween("keys", keys, 1, MOST_KEYS);
    unlessBetween("writes-per-key", writesPerKey, 0, Integer.MAX_VALUE);
    unlessBetween(
        "keys with those that writes-per-key adds",
        keys(keys, writesPerKey, transactions + (long) sessions, operations, spread, model, scale),
        1,
        MOST_KEYS);
    unlessBetween("abort-ratio", abortRatio, 0, 0.99);
    double expected = transactions * (1 + readModifyWriteRatio) * operations / (1 - abortRatio);
    if (expected > MOST_OPERATIONS) {
      throw new InvalidWorkloadException(
          String.format(
              "transactions x operations, aborted ones included, is %.0f; expected at most %d",
              expected, MOST_OPERATIONS));
    }
    requireVersionOrder(model, recording, store);
    requireMix(model, readRatio, readModifyWriteRatio);
    if ((model.holdsRows() || model.isApplication()) && writesPerKey > 0) {
      throw new InvalidWorkloadException(
          "writes-per-key lets keys retire; found workload " + model.id() + ", whose rows stay");
    }
    if (recording.names() && !model.isApplication()) {
      throw new InvalidWorkloadException(
          "names is for workload tpcc, rubis and twitter; found " + model.id());
    }
    if (conflicts == ConflictPolicy.AVOID && store != StoreKind.SNAPSHOT) {
      throw new InvalidWorkloadException(
          "conflicts avoid is for store " + StoreKind.SNAPSHOT.id() + "; found " + store.id());
    }
    if (conflicts == ConflictPolicy.AVOID
        && (model.readsBeforeWriting() || readModifyWriteRatio > 0)) {
      throw new InvalidWorkloadException(
          "conflicts avoid changes the keys that are written; found "
              + (readModifyWriteRatio > 0 ? "rmw-ratio" : "workload " + model.id())
              + ", which reads them first");
    }
  }

  private static void requireMix(DataModel model, double readRatio, double readModifyWriteRatio) {
    if (readModifyWriteRatio > 0 && model.readsBeforeWriting()) {
      throw new InvalidWorkloadException(
          "rmw-ratio is for workload "
              + DataModel.REGISTER.id()
              + ", "
              + DataModel.GENERAL.id()
              + " and "
              + DataModel.LIST_APPEND.id()
              + "; found "
              + model.id());
    }
    unlessBetween("read-ratio + rmw-ratio", readRatio + readModifyWriteRatio, 0, 1);
  }

  private static void requireVersionOrder(DataModel model, Recording recording, StoreKind store) {
    boolean lists = model == DataModel.LIST_APPEND;
    if (recording.versionOrder() && lists) {
      throw new InvalidWorkloadException(
          "versions is for values; found workload list-append, whose reads show the order");
    }
    if ((recording.versionOrder() || lists) && !store.hasOneVersionOrder()) {
      throw new InvalidWorkloadException(
          (lists ? "workload list-append" : "versions")
              + " needs a store with one order of versions; found "
              + store.id()
              + ", whose replicas each have their own");
    }
  }

  int leastOperations() {
    return (int) Math.max(1, Math.round(operations * (1 - spread)));
  }

  int mostOperations() {
    return mostOperations(operations, spread);
  }

  private static int mostOperations(int operations, double spread) {
    return (int) Math.max(1, Math.round(operations * (1 + spread)));
  }

  /** What transactions look like. */
  TransactionMix mix() {
    return new TransactionMix(
        model,
        leastOperations(),
        mostOperations(),
        readRatio,
        readModifyWriteRatio,
        abortRatio,
        keys,
        writesPerKey,
        distribution,
        scale);
  }

  boolean keysRetire() {
    return writesPerKey > 0;
  }

  /** How many keys there can be in all; every transaction that commits is planned once. */
  int mostKeys() {
    long planned = transactions + (long) sessions;
    return (int) keys(keys, writesPerKey, planned, operations, spread, model, scale);
  }

  private static long keys(
      int keys,
      int writesPerKey,
      long planned,
      int operations,
      double spread,
      DataModel model,
      int scale) {
    if (model.isApplication()) {
      Application application = Application.of(model, scale);
      return application.fixedKeys() + planned * application.mostInserts();
    }
    int writes = model.hasShapes() ? 2 : mostOperations(operations, spread);
    return writesPerKey == 0 ? keys : keys + planned * writes / writesPerKey;
  }

  /** Whether keys start at nil and not at 0; for lists and rows nil stands for none. */
  public boolean startsAtNil() {
    return recording.nilInitially()
        || model == DataModel.LIST_APPEND
        || model == DataModel.LIGHTWEIGHT_TRANSACTION
        || model.holdsRows();
  }

  public WorkloadSpec withStore(StoreKind value) {
    return changed(fields -> fields.store = value);
  }

  public WorkloadSpec withSessions(int value) {
    return changed(fields -> fields.sessions = value);
  }

  public WorkloadSpec withTransactions(int value) {
    return changed(fields -> fields.transactions = value);
  }

  public WorkloadSpec withOperations(int value) {
    return changed(fields -> fields.operations = value);
  }

  public WorkloadSpec withSpread(double value) {
    return changed(fields -> fields.spread = value);
  }

  public WorkloadSpec withReadRatio(double value) {
    return changed(fields -> fields.readRatio = value);
  }

  public WorkloadSpec withReadModifyWriteRatio(double value) {
    return changed(fields -> fields.readModifyWriteRatio = value);
  }

  public WorkloadSpec withPredicateRatio(double value) {
    return changed(fields -> fields.predicateRatio = value);
  }

  public WorkloadSpec withScale(int value) {
    return changed(fields -> fields.scale = value);
  }

  public WorkloadSpec withKeys(int value) {
    return changed(fields -> fields.keys = value);
  }

  public WorkloadSpec withWritesPerKey(int value) {
    return changed(fields -> fields.writesPerKey = value);
  }

  public WorkloadSpec withDistribution(KeyDistribution value) {
    return changed(fields -> fields.distribution = value);
  }

  public WorkloadSpec withAbortRatio(double value) {
    return changed(fields -> fields.abortRatio = value);
  }

  public WorkloadSpec withSeed(long value) {
    return changed(fields -> fields.seed = value);
  }

  public WorkloadSpec withModel(DataModel value) {
    return changed(fields -> fields.model = value);
  }

  public WorkloadSpec withConflicts(ConflictPolicy value) {
    return changed(fields -> fields.conflicts = value);
  }

  public WorkloadSpec withRecording(Recording value) {
    return changed(fields -> fields.recording = value);
  }

  /** With timestamps that count from 1, or with none. */
  public WorkloadSpec withTimestamps(boolean value) {
    return withRecording(recording.withTimestamps(value ? Timestamps.COUNTER : Timestamps.NONE));
  }

  private WorkloadSpec changed(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.spec();
  }

  /** The components, so that each can be changed by itself. */
  private static final class Fields {
    private StoreKind store;
    private int sessions;
    private int transactions;
    private int operations;
    private double spread;
    private double readRatio;
    private double readModifyWriteRatio;
    private double predicateRatio;
    private int scale;
    private int keys;
    private int writesPerKey;
    private KeyDistribution distribution;
    private double abortRatio;
    private long seed;
    private DataModel model;
    private ConflictPolicy conflicts;
    private Recording recording;

    Fields(WorkloadSpec spec) {
      store = spec.store;
      sessions = spec.sessions;
      transactions = spec.transactions;
      operations = spec.operations;
      spread = spec.spread;
      readRatio = spec.readRatio;
      readModifyWriteRatio = spec.readModifyWriteRatio;
      predicateRatio = spec.predicateRatio;
      scale = spec.scale;
      keys = spec.keys;
      writesPerKey = spec.writesPerKey;
      distribution = spec.distribution;
      abortRatio = spec.abortRatio;
      seed = spec.seed;
      model = spec.model;
      conflicts = spec.conflicts;
      recording = spec.recording;
    }

    WorkloadSpec spec() {
      return new WorkloadSpec(
          store,
          sessions,
          transactions,
          operations,
          spread,
          readRatio,
          readModifyWriteRatio,
          predicateRatio,
          keys,
          writesPerKey,
          distribution,
          abortRatio,
          seed,
          model,
          scale,
          conflicts,
          recording);
    }
  }
}
