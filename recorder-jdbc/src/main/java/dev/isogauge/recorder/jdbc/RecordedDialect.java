package dev.isogauge.recorder.jdbc;

import java.util.Locale;

/** What differs between databases, as far as it changes what a statement did. */
enum RecordedDialect {
  H2,
  POSTGRES,
  SQLITE,
  MYSQL,
  OTHER;

  /** The dialect of a product as its driver names it. */
  static RecordedDialect of(String product) {
    String name = product.toLowerCase(Locale.ROOT);
    if (name.contains("h2")) {
      return H2;
    } else if (name.contains("postgres")) {
      return POSTGRES;
    } else if (name.contains("sqlite")) {
      return SQLITE;
    }
    return name.contains("mysql") || name.contains("mariadb") ? MYSQL : OTHER;
  }

  /** Whether a backslash in a string escapes what follows. */
  boolean hasBackslashes() {
    return this == MYSQL;
  }

  /** Whether some statements that are not about transactions commit the one under way. */
  boolean commitsImplicitly() {
    return this != POSTGRES && this != SQLITE;
  }

  /** Whether one failed statement lets the whole transaction fail, whatever COMMIT answers. */
  boolean failuresAbort() {
    return this == POSTGRES;
  }

  /** Whether text is compared without regard to case and blanks at its end. */
  boolean comparesTextLoosely() {
    return this == MYSQL;
  }

  /** Whether columns take values of any type. */
  boolean isDynamicallyTyped() {
    return this == SQLITE;
  }

  /** An identifier without quotes as the database stores it. */
  String folded(String name) {
    return switch (this) {
      case POSTGRES, MYSQL, SQLITE -> name.toLowerCase(Locale.ROOT);
      default -> name.toUpperCase(Locale.ROOT);
    };
  }

  /** Whether quotes leave an identifier's case without meaning. */
  boolean ignoresCase() {
    return this == MYSQL || this == SQLITE;
  }
}
