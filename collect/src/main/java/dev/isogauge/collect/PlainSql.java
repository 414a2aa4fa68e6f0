package dev.isogauge.collect;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a program that uses a database by plain JDBC says to it, where it does what Isogauge does.
 *
 * @param preparation gives a new connection its level and lock timeout
 * @param jdbcLevel the level as JDBC numbers it, where it is set through the driver
 * @param write statements with {@code :key} and {@code :value} that are run in turn until one
 *     changes a row
 * @param createLists creates the table of lists
 * @param append statements like those of write, which extend a list by a text; none if there are no
 *     lists
 * @param savepoint marks a point in the transaction
 * @param rollbackToSavepoint goes back to it
 */
public record PlainSql(
    List<String> preparation,
    OptionalInt jdbcLevel,
    List<String> write,
    String createLists,
    List<String> append,
    String savepoint,
    String rollbackToSavepoint) {
  public PlainSql {
    preparation = List.copyOf(preparation);
    write = List.copyOf(write);
    append = List.copyOf(append);
  }
}
