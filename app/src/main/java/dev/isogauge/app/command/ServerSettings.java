package dev.isogauge.app.command;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/** Settings of databases that are started, as users give them. */
public final class ServerSettings {
  private static final String OPTION = "--set";

  private ServerSettings() {}

  public static OptionSpec option() {
    return Options.repeated(
        OPTION,
        "NAME=VALUE",
        "A setting of the database, in its words, such as deadlock_timeout=10ms; may be"
            + " repeated. Not for servers of yours and databases without settings.");
  }

  /** The settings by name; refused where a database is not started by us. */
  public static Map<String, String> of(Arguments arguments) throws UsageException {
    if (!arguments.texts(OPTION).isEmpty()
        && arguments.databases().stream().anyMatch(name -> name.startsWith("jdbc:"))) {
      throw new UsageException(
          OPTION + ": a server of yours has its own settings; expected a database that is started");
    }
    Map<String, String> settings = new HashMap<>();
    for (String setting : arguments.texts(OPTION)) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw Arguments.bad(OPTION, setting, "NAME=VALUE");
      }
      if (settings.put(setting.substring(0, equals), setting.substring(equals + 1)) != null) {
        throw new UsageException(
            OPTION + ": found " + setting.substring(0, equals) + " twice; expected it once");
      }
    }
    return settings;
  }
}
