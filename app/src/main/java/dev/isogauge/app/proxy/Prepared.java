package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.RecordedStatement;

/** A statement that a client prepared. */
final class Prepared {
  private final String text;
  private final RecordedStatement statement;
  private final Rewriting rewriting;
  private final int[] declared;
  private volatile int[] types;

  /**
   * A statement.
   *
   * @param statement null if it is not understood
   * @param declared the types of its parameters as far as the client said; else 0
   * @param types of its parameters; null if not known yet
   */
  Prepared(
      String text, RecordedStatement statement, Rewriting rewriting, int[] declared, int[] types) {
    this.text = text;
    this.statement = statement;
    this.rewriting = rewriting;
    this.declared = declared;
    this.types = types;
  }

  String text() {
    return text;
  }

  RecordedStatement statement() {
    return statement;
  }

  Rewriting rewriting() {
    return rewriting;
  }

  int[] declared() {
    return declared;
  }

  int[] types() {
    return types;
  }

  void types(int[] told) {
    types = told;
  }
}
