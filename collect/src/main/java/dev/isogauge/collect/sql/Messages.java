package dev.isogauge.collect.sql;

import java.net.UnknownHostException;
import java.sql.SQLException;

/** What databases say, for people: one line, with the code to look it up. */
final class Messages {
  private Messages() {}

  static String of(SQLException error) {
    String said =
        error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    String line = said.strip().lines().findFirst().orElse("").strip();
    String code =
        error.getSQLState() != null ? error.getSQLState() : Integer.toString(error.getErrorCode());
    return line + unknownHost(error) + " [" + code + "]";
  }

  /** Drivers leave it to the cause; its text may be a part of a URL, with a password in it. */
  private static String unknownHost(SQLException error) {
    return error.getCause() instanceof UnknownHostException ? " There is no such host." : "";
  }
}
