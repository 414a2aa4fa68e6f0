package dev.isogauge.predict;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a database behaves at one of its levels.
 *
 * <p>At every level rows are locked by those who write or lock them until they end, who waits in a
 * circle fails, and an insert of a row that is there fails. The levels differ in what reads see and
 * in what becomes of a writer that finds a row changed.
 *
 * @param name as in SQL
 * @param snapshot what plain reads see
 * @param onChange what happens to a writer whose row was changed since its snapshot
 * @param flags further properties
 */
public record StoreLevel(
    Engine engine, String name, Snapshot snapshot, OnChange onChange, List<Flag> flags) {

  /** What a plain read sees. */
  public enum Snapshot {
    /** What was committed when its statement began. */
    STATEMENT,
    /** What was committed when the transaction's first statement began. */
    TRANSACTION,
    /** What was committed when its first statement began that is no insert. */
    FIRST_BUT_INSERTS,
    /** What was committed when the transaction first read. */
    FIRST_READ,
    /** The latest version, under a lock for share. */
    LOCKED
  }

  /** What becomes of a writer that finds a row changed since its snapshot. */
  public enum OnChange {
    /** It works with the latest version. */
    REREAD,
    /** Its statement begins again, with a new snapshot. */
    RESTART,
    /** It fails. */
    ABORT,
    /** Writers never read a snapshot. */
    CURRENT
  }

  /** A further property. */
  public enum Flag {
    /** Dangerous structures of read-write conflicts fail (serializable snapshot isolation). */
    SERIALIZABLE_SNAPSHOT,
    /** Locking a row that is not there keeps others from inserting. */
    GAPS,
    /**
     * A row that is made after another one of its key was deleted is another row: those who waited
     * for the old one do not find it, and making it is no conflict with the deletion.
     */
    NEW_ROWS
  }

  /** A family of databases that behave alike. */
  public enum Engine {
    POSTGRES("PostgreSQL", "40001", "40P01", "23505"),
    H2("H2", "40001", "40001", "23505"),
    MYSQL("MySQL", "1213", "1213", "1062"),
    MARIADB("MariaDB", "1213", "1213", "1062"),
    ORACLE("Oracle", "ORA-08177", "ORA-00060", "ORA-00001");

    private final String title;
    private final List<String> codes;

    Engine(String title, String... codes) {
      this.title = title;
      this.codes = List.of(codes);
    }

    /** Its name for people. */
    public String title() {
      return title;
    }

    /** The name on the command line. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    String code(Ending ending) {
      return codes.get(ending.ordinal());
    }

    /** The engine behind the name of a database or a JDBC URL, if there is a store for it. */
    public static Optional<Engine> of(String database) {
      String name = database.toLowerCase(Locale.ROOT).replaceFirst("^jdbc:", "");
      return Arrays.stream(values()).filter(each -> name.startsWith(each.id())).findFirst();
    }

    /** Its levels, weakest first. */
    public List<StoreLevel> levels() {
      return switch (this) {
        case POSTGRES ->
            List.of(
                level("READ COMMITTED", Snapshot.STATEMENT, OnChange.REREAD, Flag.NEW_ROWS),
                level("REPEATABLE READ", Snapshot.TRANSACTION, OnChange.ABORT, Flag.NEW_ROWS),
                level(
                    "SERIALIZABLE",
                    Snapshot.TRANSACTION,
                    OnChange.ABORT,
                    Flag.NEW_ROWS,
                    Flag.SERIALIZABLE_SNAPSHOT));
        case H2 ->
            List.of(
                level("READ COMMITTED", Snapshot.STATEMENT, OnChange.REREAD),
                level("REPEATABLE READ", Snapshot.FIRST_BUT_INSERTS, OnChange.ABORT),
                level("SNAPSHOT", Snapshot.TRANSACTION, OnChange.ABORT),
                level("SERIALIZABLE", Snapshot.TRANSACTION, OnChange.ABORT));
        case MYSQL, MARIADB ->
            List.of(
                level("READ COMMITTED", Snapshot.STATEMENT, OnChange.CURRENT),
                level("REPEATABLE READ", Snapshot.FIRST_READ, OnChange.CURRENT, Flag.GAPS),
                level("SERIALIZABLE", Snapshot.LOCKED, OnChange.CURRENT, Flag.GAPS));
        case ORACLE ->
            List.of(
                level("READ COMMITTED", Snapshot.STATEMENT, OnChange.RESTART),
                level("SERIALIZABLE", Snapshot.TRANSACTION, OnChange.ABORT));
      };
    }

    private StoreLevel level(String name, Snapshot snapshot, OnChange onChange, Flag... flags) {
      return new StoreLevel(this, name, snapshot, onChange, List.of(flags));
    }

    /** The level that a user means, in any case, by its name or its initials. */
    public Optional<StoreLevel> level(String wanted) {
      String plain = wanted.strip().toUpperCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
      String name =
          switch (plain) {
            case "RC" -> "READ COMMITTED";
            case "RR" -> "REPEATABLE READ";
            case "SI" -> "SNAPSHOT";
            case "SER" -> "SERIALIZABLE";
            default -> plain;
          };
      return levels().stream().filter(each -> each.name().equals(name)).findFirst();
    }
  }

  /** Why the store ended a transaction. */
  enum Ending {
    CONFLICT("a conflict"),
    DEADLOCK("a deadlock"),
    DUPLICATE("a row that is there already");

    private final String words;

    Ending(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  public StoreLevel {
    flags = List.copyOf(flags);
  }

  boolean has(Flag flag) {
    return flags.contains(flag);
  }

  /** Whether locking reads and writes read the latest version at once. */
  boolean isCurrent() {
    return onChange == OnChange.CURRENT;
  }

  /** Whether a statement takes the snapshot, if the transaction has none yet. */
  boolean takesSnapshot(int[] statement) {
    return switch (snapshot) {
      case STATEMENT, TRANSACTION -> true;
      case FIRST_BUT_INSERTS ->
          statement.length == 0
              || Arrays.stream(statement).anyMatch(each -> Access.of(each) != Access.INSERT);
      case FIRST_READ ->
          statement.length == 0
              || Arrays.stream(statement)
                  .mapToObj(Access::of)
                  .anyMatch(access -> access == Access.READ || access == Access.SEARCH);
      case LOCKED -> false;
    };
  }

  /** Whether reads see one snapshot, and of overlapping writers of a row the first commits. */
  boolean isSnapshot() {
    boolean isOne = snapshot == Snapshot.TRANSACTION || snapshot == Snapshot.FIRST_BUT_INSERTS;
    return isOne && onChange == OnChange.ABORT;
  }

  /** Whether plain reads lock. */
  boolean locksReads() {
    return snapshot == Snapshot.LOCKED;
  }

  /** Such as {@code READ COMMITTED of PostgreSQL}. */
  @Override
  public String toString() {
    return name + " of " + engine.title();
  }
}
