package dev.isogauge.collect.litmus;

/** A step of a schedule: a transaction and what it does. */
public record Step(String transaction, Action action) {
  @Override
  public String toString() {
    return transaction + " " + action;
  }
}
