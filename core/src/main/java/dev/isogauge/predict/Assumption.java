package dev.isogauge.predict;

import dev.isogauge.predict.StoreLevel.Engine;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A change of the transactions of a shape that nobody has made yet.
 *
 * @param shape its name
 * @param level what they would ask for, if it is about that
 */
public record Assumption(String shape, Kind kind, Optional<StoreLevel> level) {
  /** What would change; cheapest first. */
  public enum Kind {
    /** Rows that are read and updated later are changed in one statement instead. */
    ATOMIC("atomic"),
    /** Rows are read for update. */
    FOR_UPDATE("for update"),
    /** Another isolation level. */
    ISOLATION("isolation");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** What an assumption may look like. */
  public static final String EXPECTED =
      "SHAPE: for update, SHAPE: atomic or SHAPE: isolation LEVEL, as in 'transfer: for update'";

  /**
   * The assumption that is written like this; empty if none is.
   *
   * @param engine whose levels are meant
   */
  public static Optional<Assumption> parse(String text, Engine engine) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    String shape = text.substring(0, colon).strip();
    String change =
        text.substring(colon + 1).strip().toLowerCase(Locale.ROOT).replaceAll("[ _-]+", " ");
    if (change.equals("for update")) {
      return Optional.of(new Assumption(shape, Kind.FOR_UPDATE, Optional.empty()));
    } else if (change.equals("atomic")) {
      return Optional.of(new Assumption(shape, Kind.ATOMIC, Optional.empty()));
    } else if (change.startsWith("isolation ")) {
      return engine
          .level(change.substring("isolation ".length()))
          .map(level -> new Assumption(shape, Kind.ISOLATION, Optional.of(level)));
    }
    return Optional.empty();
  }

  /** The program as it would be; the same if nothing of it would change. */
  Program applied(Program program) {
    return switch (kind) {
      case ISOLATION -> program;
      case FOR_UPDATE -> program.withStatements(locking(program.statements()));
      case ATOMIC -> program.withStatements(atomic(program.statements()));
    };
  }

  /** Whether it changes what the program does. */
  boolean concerns(Program program) {
    List<int[]> after = applied(program).statements();
    for (int s = 0; s < after.size(); s++) {
      if (after.size() != program.statements().size()
          || !Arrays.equals(after.get(s), program.statements().get(s))) {
        return true;
      }
    }
    return false;
  }

  private static List<int[]> locking(List<int[]> statements) {
    List<int[]> locking = new ArrayList<>();
    for (int[] statement : statements) {
      int[] changed = statement.clone();
      for (int i = 0; i < changed.length; i++) {
        Access access = Access.of(changed[i]);
        if (access == Access.READ || access == Access.SHARE) {
          changed[i] = Access.LOCK.on(Access.keyOf(changed[i]));
        }
      }
      locking.add(changed);
    }
    return locking;
  }

  private static List<int[]> atomic(List<int[]> statements) {
    List<int[]> atomic = new ArrayList<>();
    for (int s = 0; s < statements.size(); s++) {
      IntArrayList operations = new IntArrayList();
      for (int operation : statements.get(s)) {
        int key = Access.keyOf(operation);
        if (Access.of(operation) == Access.UPDATE && reads(statements.subList(0, s), key)) {
          operations.add(Access.CHANGE.on(key));
        } else if (!isRead(operation)
            || !updates(statements.subList(s + 1, statements.size()), key)) {
          operations.add(operation);
        }
      }
      if (!operations.isEmpty()) {
        atomic.add(operations.toIntArray());
      }
    }
    return atomic;
  }

  private static boolean isRead(int operation) {
    Access access = Access.of(operation);
    return access == Access.READ || access == Access.LOCK || access == Access.SHARE;
  }

  private static boolean reads(List<int[]> statements, int key) {
    return statements.stream()
        .flatMapToInt(Arrays::stream)
        .anyMatch(each -> isRead(each) && Access.keyOf(each) == key);
  }

  private static boolean updates(List<int[]> statements, int key) {
    return statements.stream()
        .flatMapToInt(Arrays::stream)
        .anyMatch(each -> each == Access.UPDATE.on(key));
  }

  /** As it is written. */
  @Override
  public String toString() {
    return shape + ": " + kind.words + level.map(each -> " " + each.name()).orElse("");
  }
}
