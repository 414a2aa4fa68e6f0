package dev.isogauge.generate;

import java.util.Optional;

/** What the planners of a run share. Any thread may use it. */
public final class WorkloadState {
  private final KeyPool pool;
  private final Optional<Application> application;

  /** The state before the first transaction. */
  public WorkloadState(TransactionMix mix) {
    this.pool = new KeyPool(mix.keys(), mix.writesPerKey());
    this.application =
        mix.model().isApplication()
            ? Optional.of(Application.of(mix.model(), mix.scale()))
            : Optional.empty();
  }

  /** The keys in use. */
  public KeyPool pool() {
    return pool;
  }

  /** What plans whole transactions, if the model is an application. */
  Optional<Application> application() {
    return application;
  }
}
