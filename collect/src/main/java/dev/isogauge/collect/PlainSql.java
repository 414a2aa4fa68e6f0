package dev.isogauge.collect;

import java.util.List;

/**
 * What a program that uses a database by plain JDBC says to it, where it does what Isogauge does.
 *
 * @param system the database system
 * @param preparation gives a new connection its level and lock timeout
 * @param write statements with {@code :key} and {@code :value} that are run in turn until one
 *     changes a row
 * @param savepoint marks a point in the transaction
 * @param rollbackToSavepoint goes back to it
 */
public record PlainSql(
    DatabaseSystem system,
    List<String> preparation,
    List<String> write,
    String savepoint,
    String rollbackToSavepoint) {
  public PlainSql {
    preparation = List.copyOf(preparation);
    write = List.copyOf(write);
  }
}
