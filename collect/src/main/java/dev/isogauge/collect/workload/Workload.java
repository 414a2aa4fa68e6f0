package dev.isogauge.collect.workload;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.WorkloadState;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A kind of transactions to try a database with. */
public enum Workload {
  /** Reads show the order of versions, so that every level is decided in linear time. */
  MINI(
      "mini",
      "mini-transactions: at most two keys, each read before it is written",
      DataModel.MINI_TRANSACTION,
      new Parameters(8, 4, 0.25, 10, 8, KeyDistribution.ZIPF),
      PlannedClient::new),
  /** As {@link #LIST_APPEND}, but for what keys hold. */
  REGISTER(
      "register",
      "reads and writes of single items, each drawn by itself",
      DataModel.REGISTER,
      new Parameters(8, 5, 0.5, 10, 8, KeyDistribution.ZIPF),
      PlannedClient::new),
  GENERAL(
      "general",
      "transactions that only read, only write, or read and then write",
      DataModel.GENERAL,
      new Parameters(8, 6, 0.5, 50, 8, KeyDistribution.ZIPF),
      PlannedClient::new),
  /** As with mini-transactions, reads show the order of versions. */
  LIST_APPEND(
      "list-append",
      "appends to lists and reads of whole lists",
      DataModel.LIST_APPEND,
      new Parameters(8, 4, 0.5, 10, 8, KeyDistribution.ZIPF),
      PlannedClient::new),
  LIGHTWEIGHT(
      "lwt",
      "lightweight transactions: one read, insert-if-absent or compare-and-set each",
      DataModel.LIGHTWEIGHT_TRANSACTION,
      new Parameters(8, 1, 0.3, 5, 100, KeyDistribution.UNIFORM),
      LightweightClient::new),
  PREDICATE(
      "predicate",
      "reads by range and aggregates, inserts, deletes, and changes by condition",
      DataModel.PREDICATE,
      new Parameters(8, 4, 0.5, 30, 0, KeyDistribution.UNIFORM),
      PredicateClient::withAllChanges),
  /** What a search saw is one snapshot even where every statement has its own. */
  RANGE(
      "range",
      "reads by range and aggregates; inserts, updates and deletes of single items",
      DataModel.PREDICATE,
      new Parameters(8, 4, 0.5, 30, 0, KeyDistribution.UNIFORM),
      PredicateClient::withChangesOfSingleItems),
  ITEMS(
      "items",
      "reads, updates, increments, inserts and deletes of single items",
      DataModel.PREDICATE,
      new Parameters(8, 4, 0.4, 30, 0, KeyDistribution.ZIPF),
      ItemsClient::new),
  TPC_C(
      "tpcc",
      "TPC-C's five transactions; --scale counts warehouses",
      DataModel.TPC_C,
      new Parameters(8, 4, 0, 1, 0, KeyDistribution.UNIFORM),
      PlannedClient::new),
  RUBIS(
      "rubis",
      "RUBiS, an auction site: bid, buy, sell, comment and browse; --scale counts 100 users",
      DataModel.RUBIS,
      new Parameters(8, 4, 0, 1, 0, KeyDistribution.UNIFORM),
      PlannedClient::new),
  TWITTER(
      "twitter",
      "a small Twitter: follow, tweet and timeline; --scale counts 20 users",
      DataModel.TWITTER,
      new Parameters(8, 4, 0, 1, 0, KeyDistribution.UNIFORM),
      PlannedClient::new);

  private final String id;
  private final String meaning;
  private final DataModel model;
  private final Parameters defaults;
  private final Function<Draw, Client> client;

  Workload(
      String id,
      String meaning,
      DataModel model,
      Parameters defaults,
      Function<Draw, Client> client) {
    this.id = id;
    this.meaning = meaning;
    this.model = model;
    this.defaults = defaults;
    this.client = client;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  /** What its transactions are, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** What its keys hold, as simulated stores name it. */
  DataModel model() {
    return model;
  }

  /** Whether keys may retire; conditions are about all keys, and an application's rows stay. */
  public boolean keysRetire() {
    return model != DataModel.PREDICATE && !isApplication();
  }

  /** Whether it is an application that many know, whose size is its scale. */
  public boolean isApplication() {
    return model.isApplication();
  }

  /** Whether some of its operations are by condition. */
  public boolean hasConditions() {
    return this == PREDICATE || this == RANGE;
  }

  /** What the sessions of a run share. */
  public WorkloadState state(Parameters parameters) {
    return new WorkloadState(parameters.mix(model));
  }

  /** Size and mix where the user chooses none. */
  public Parameters defaults() {
    return defaults;
  }

  /** The workload of this name, in any case. */
  public static Optional<Workload> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(workload -> workload.id.equals(wanted)).findFirst();
  }

  /** The names of all workloads. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Workload::id).toList();
  }

  /** Why it cannot run on such a database; empty if it can. */
  public Optional<String> obstacle(Capabilities capabilities) {
    if (this == LIST_APPEND && !capabilities.has(Capability.LISTS)) {
      return Optional.of("it has no lists");
    }
    if (this == ITEMS && !capabilities.has(Capability.DELETES)) {
      return Optional.of("it cannot delete");
    }
    if (hasConditions() && !capabilities.has(Capability.PREDICATES)) {
      return Optional.of("it has no conditions");
    }
    return this == PREDICATE && !capabilities.has(Capability.RETURNS_CHANGED)
        ? Optional.of("it does not say which items a condition changed; try " + RANGE.id)
        : Optional.empty();
  }

  /**
   * Whether a run of it can show that a level holds. Every workload can show that one does not.
   * Lists decide every level.
   *
   * @param whiteBox whether the database itself says what the order of versions is
   */
  public boolean decides(IsolationLevel level, boolean whiteBox) {
    return switch (this) {
      case LIST_APPEND -> true;
      // Updates that READ COMMITTED may lose leave the order of versions open.
      case MINI, LIGHTWEIGHT ->
          whiteBox || (level != IsolationLevel.PL_1 && level != IsolationLevel.PL_2);
      case REGISTER, GENERAL, TPC_C, RUBIS, TWITTER ->
          whiteBox || !IsolationLevel.adya().contains(level);
      case PREDICATE, RANGE, ITEMS -> whiteBox;
    };
  }

  /** Whether what is there after a run shows that an acknowledged change is gone. */
  public boolean showsLoss() {
    return !hasConditions() && this != ITEMS;
  }

  /** What a session does; the same draw gives the same transactions, up to what they read. */
  public Client client(Draw draw) {
    return client.apply(draw);
  }
}
