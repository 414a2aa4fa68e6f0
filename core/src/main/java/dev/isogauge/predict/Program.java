package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;

/**
 * A recorded transaction as a program: statements, which do some operations each.
 *
 * @param transaction its number in the history
 * @param order its place in the recording
 * @param statements by statement its operations, as {@link Access#on} makes them
 * @param absent the keys that were not there when it first came to them
 * @param level the isolation level that it asked for; empty if that is not recorded
 */
record Program(
    int transaction, int order, String name, List<int[]> statements, IntSet absent, String level) {
  Program {
    statements = List.copyOf(statements);
  }

  Program withStatements(List<int[]> others) {
    return new Program(transaction, order, name, others, absent, level);
  }
}
