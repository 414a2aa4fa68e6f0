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

  /** What kind of error it is: its SQL state, and what that or the vendor's code stands for. */
  static String kind(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    String name = switch (error.getErrorCode()) { // MariaDB's and MySQL's
          case 1020 -> "record changed";
          case 1205 -> "lock timeout";
          case 1213 -> "deadlock";
          default ->
              switch (state) {
                case "40001" -> "serialization failure";
                case "40P01" -> "deadlock";
                case "55P03", "HYT00", "40XL1" -> "lock timeout";
                case "23505" -> "duplicate key";
                case "40XL2" -> "deadlock";
                default -> "";
              };
        };
    String code = state.isEmpty() ? Integer.toString(error.getErrorCode()) : state;
    if (name.isEmpty()) {
      return error.getErrorCode() == 0 ? code : code + "/" + error.getErrorCode();
    }
    return name + " (" + code + ")";
  }

  /** Drivers leave it to the cause; its text may be a part of a URL, with a password in it. */
  private static String unknownHost(SQLException error) {
    return error.getCause() instanceof UnknownHostException ? " There is no such host." : "";
  }
}
