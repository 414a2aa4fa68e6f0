package dev.isogauge.collect.search;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The indexes that tables have for the time of a search. */
final class Indexes implements AutoCloseable {
  private final List<Database> databases;
  private final List<Extra> wanted;
  private final List<Created> created = new ArrayList<>();

  private record Created(Database database, Extra index) {}

  Indexes(List<Database> databases, Collection<Extra> extras) {
    this.databases = List.copyOf(databases);
    this.wanted = extras.stream().filter(Extra::isIndex).toList();
  }

  void create() throws DatabaseException {
    for (Database database : databases) {
      for (Extra index : wanted) {
        index.createIndex(database);
        created.add(new Created(database, index));
      }
    }
  }

  boolean exist() {
    return !wanted.isEmpty();
  }

  /** Builds those of a database anew: what a schedule left in them the next one shall not find. */
  void renew(Database database) throws DatabaseException {
    for (Extra index : wanted) {
      index.dropIndex(database);
      index.createIndex(database);
    }
  }

  @Override
  public void close() throws DatabaseException {
    for (Created each : created) {
      each.index().dropIndex(each.database());
    }
  }
}
