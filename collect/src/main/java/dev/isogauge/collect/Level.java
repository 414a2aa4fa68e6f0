package dev.isogauge.collect;

import dev.isogauge.level.IsolationLevel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An isolation level as a database offers it.
 *
 * @param name as in SQL, such as {@code REPEATABLE READ}
 * @param claims the levels that this name or the vendor's documentation promises
 */
public record Level(String name, Set<IsolationLevel> claims) {
  /** Names of levels, as in SQL. */
  public static final String READ_UNCOMMITTED = "READ UNCOMMITTED";

  public static final String READ_COMMITTED = "READ COMMITTED";
  public static final String REPEATABLE_READ = "REPEATABLE READ";
  public static final String SNAPSHOT = "SNAPSHOT";
  public static final String SERIALIZABLE = "SERIALIZABLE";
  public static final String LINEARIZABLE = "LINEARIZABLE";

  public Level {
    claims = Collections.unmodifiableSet(EnumSet.copyOf(claims));
  }

  /** A level that claims what its name means in Adya's terms. */
  public static Level standard(String name) {
    return switch (name) {
      case READ_UNCOMMITTED -> new Level(name, Set.of(IsolationLevel.PL_1));
      case READ_COMMITTED -> new Level(name, Set.of(IsolationLevel.PL_2));
      case REPEATABLE_READ -> new Level(name, Set.of(IsolationLevel.PL_2_99));
      case SNAPSHOT -> snapshot(name);
      case SERIALIZABLE ->
          new Level(name, Set.of(IsolationLevel.SERIALIZABILITY, IsolationLevel.PL_3));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** SQL's levels and snapshot isolation, as they are taken unless a vendor documents otherwise. */
  public static List<Level> standards() {
    return Stream.of(READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SNAPSHOT, SERIALIZABLE)
        .map(Level::standard)
        .toList();
  }

  /** The four levels of the SQL standard, of which one may claim something else. */
  public static Level[] sql(Level repeatableRead) {
    return new Level[] {
      standard(READ_UNCOMMITTED), standard(READ_COMMITTED), repeatableRead, standard(SERIALIZABLE)
    };
  }

  /** A level of whatever name that the vendor documents as snapshot isolation. */
  public static Level snapshot(String name) {
    return new Level(name, Set.of(IsolationLevel.SNAPSHOT_ISOLATION));
  }

  /** A level of whatever name that several servers together keep only causally consistent. */
  public static Level causal(String name) {
    return new Level(name, Set.of(IsolationLevel.CAUSAL));
  }

  /** A level of whatever name that several servers together keep as REPEATABLE READ only. */
  public static Level likeRepeatableRead(String name) {
    return new Level(name, Set.of(IsolationLevel.PL_2_99));
  }

  /**
   * The same on several servers, where a session stays on its server: it sees what it wrote, and
   * never goes back behind what it has read.
   */
  public Level ofSessionsOnOneServer() {
    Set<IsolationLevel> more = EnumSet.copyOf(claims);
    more.add(IsolationLevel.READ_YOUR_WRITES);
    more.add(IsolationLevel.MONOTONIC_READS);
    return new Level(name, more);
  }

  /**
   * What a transaction at this level is held to beside others at other levels; empty if what is
   * claimed does not mix. Adya's PL-2 is taken for read committed.
   */
  public Optional<IsolationLevel> besideOthers() {
    return Stream.of(
            IsolationLevel.SERIALIZABILITY,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.CAUSAL,
            IsolationLevel.READ_COMMITTED)
        .filter(
            level ->
                claims.stream().anyMatch(claim -> claim.implies(level))
                    || (level == IsolationLevel.READ_COMMITTED
                        && claims.contains(IsolationLevel.PL_2)))
        .findFirst();
  }

  /** Several levels, which sessions have in turn; each transaction is held to its own. */
  public static Level mixed(List<Level> levels) {
    return new Level(
        levels.stream().map(Level::name).collect(Collectors.joining(",")),
        Set.of(IsolationLevel.RECORDED));
  }

  /** The ids of what it claims. */
  public List<String> claimed() {
    return claims.stream().map(IsolationLevel::id).toList();
  }

  /** The name in lower case with hyphens, as on the command line. */
  public String id() {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** Whether the user means this level: any case, with spaces, hyphens or underscores. */
  boolean isCalled(String wanted) {
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
