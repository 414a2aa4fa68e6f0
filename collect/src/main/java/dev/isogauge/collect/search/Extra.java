package dev.isogauge.collect.search;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.StandardSql;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a search tries where it is asked to, and the database understands it: statements, or an
 * index of the values, by which searches and changes by condition may find rows.
 */
public enum Extra {
  /** An update of all rows that meet a condition. */
  CONDITIONS(Verb.UPDATE_WHERE),
  /** A join of the table with itself. */
  JOINS(Verb.JOIN),
  /** An insert of what a query finds. */
  COPIES(Verb.COPY),
  /** A read for update that skips what is locked. */
  SKIP_LOCKED(Verb.TAKE),
  /** The standard's MERGE. */
  MERGE(Verb.MERGE),
  /** An index. */
  INDEX("INDEX"),
  /** An index that allows no value twice; only changes by condition write one twice. */
  UNIQUE_INDEX("UNIQUE INDEX");

  private final Optional<Verb> verb;
  private final String index;

  Extra(Verb verb) {
    this.verb = Optional.of(verb);
    this.index = "";
  }

  Extra(String index) {
    this.verb = Optional.empty();
    this.index = index;
  }

  /** A statement; only if it is not an {@link #isIndex}. */
  Verb verb() {
    return verb.orElseThrow();
  }

  /** Whether it belongs to the table, and not to schedules. */
  public boolean isIndex() {
    return verb.isEmpty();
  }

  private String indexName() {
    return "isogauge_" + name().toLowerCase(Locale.ROOT);
  }

  /** All statements. */
  public static Set<Extra> statements() {
    Set<Extra> statements = EnumSet.allOf(Extra.class);
    statements.removeIf(Extra::isIndex);
    return statements;
  }

  /** Creates the index. */
  void createIndex(Database database) throws DatabaseException {
    database.administer("CREATE " + index + " " + indexName() + " ON items (val)");
  }

  /** Drops the index, as most databases say it, or as MySQL does. */
  void dropIndex(Database database) throws DatabaseException {
    try {
      database.administer("DROP INDEX " + indexName());
    } catch (DatabaseException e) {
      database.administer("DROP INDEX " + indexName() + " ON items");
    }
  }

  /** As options have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All of them, as options have them. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Extra::word).toList();
  }

  /** The one of this name. */
  public static Optional<Extra> named(String word) {
    return Arrays.stream(values()).filter(extra -> extra.word().equals(word)).findFirst();
  }

  /** Whether the database understands it, as it shows when it is asked to carry it out. */
  boolean isUnderstood(Database database, Level level) throws DatabaseException {
    if (this == CONDITIONS) {
      return true;
    } else if (isIndex()) {
      try {
        createIndex(database);
      } catch (DatabaseException e) {
        return false;
      }
      dropIndex(database);
      return true;
    }
    String condition = Candidate.OLD_VALUES;
    Action action =
        switch (this) {
          case COPIES -> Action.copy("x", condition, 1);
          case JOINS -> Action.where(verb(), condition);
          case MERGE -> Action.onItem(verb(), "x", 1);
          default -> Action.onItem(verb(), "x");
        };
    try (Session session = database.open(level)) {
      session.begin();
      session.execute(StandardSql.of(action, 1));
      return true;
    } catch (Failure.Rejected e) {
      return false;
    } catch (Failure.Aborted e) {
      return true; // The item is there already.
    } catch (Failure e) {
      throw new DatabaseException(database.name() + ": " + e.getMessage(), e);
    }
  }
}
