package dev.isogauge.collect;

import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An isolation level as a database offers it.
 *
 * @param name as in SQL, such as {@code REPEATABLE READ}
 * @param claimed ids of the levels that this name or the vendor's documentation promises
 */
public record Level(String name, List<String> claimed) {
  public static final String READ_UNCOMMITTED = "READ UNCOMMITTED";
  public static final String READ_COMMITTED = "READ COMMITTED";
  public static final String REPEATABLE_READ = "REPEATABLE READ";
  public static final String SNAPSHOT = "SNAPSHOT";
  public static final String SERIALIZABLE = "SERIALIZABLE";

  public Level {
    claimed = List.copyOf(claimed);
  }

  /** A level that claims what its name means in Adya's terms. */
  public static Level standard(String name) {
    return switch (name) {
      case READ_UNCOMMITTED -> new Level(name, List.of("pl-1"));
      case READ_COMMITTED -> new Level(name, List.of("pl-2"));
      case REPEATABLE_READ -> new Level(name, List.of("pl-2.99"));
      case SNAPSHOT -> snapshot(name);
      case SERIALIZABLE -> new Level(name, List.of("serializability", "pl-3"));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A level of whatever name that the vendor documents as snapshot isolation. */
  public static Level snapshot(String name) {
    return new Level(name, List.of("snapshot-isolation"));
  }

  /** The levels that a checker can compare the database with. */
  public Set<IsolationLevel> claims() {
    Set<IsolationLevel> claims = new TreeSet<>();
    claimed.forEach(id -> IsolationLevel.byName(id).ifPresent(claims::add));
    return claims;
  }

  /** The name in lower case with hyphens, as on the command line. */
  public String id() {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** Whether the user means this level: any case, with spaces, hyphens or underscores. */
  public boolean isCalled(String wanted) {
    String plain = wanted.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
    return plain.equals(id()) || abbreviation().filter(plain::equals).isPresent();
  }

  private Optional<String> abbreviation() {
    return switch (name) {
      case READ_UNCOMMITTED -> Optional.of("ru");
      case READ_COMMITTED -> Optional.of("rc");
      case REPEATABLE_READ -> Optional.of("rr");
      case SNAPSHOT -> Optional.of("si");
      case SERIALIZABLE -> Optional.of("ser");
      default -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
