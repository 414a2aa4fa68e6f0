package dev.isogauge.predicate;

/** A condition that cannot be read, or that has no value on some row. */
public final class PredicateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PredicateException(String message) {
    super(message);
  }

  /** What is wrong at a column of the text, counted from 1. */
  static PredicateException at(int column, String found, String expected) {
    return new PredicateException(
        "column " + column + ": found " + found + ", expected " + expected);
  }
}
