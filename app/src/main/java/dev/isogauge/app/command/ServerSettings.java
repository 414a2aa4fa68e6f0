package dev.isogauge.app.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/** Settings of databases that are started, as users give them. */
public final class ServerSettings {
  private static final String OPTION = "--set";
  private static final String SESSION_OPTION = "--session-set";
  private static final Pattern SESSION_SETTING = Pattern.compile("([\\w.]+)=(.+)");

  private ServerSettings() {}

  public static OptionSpec option() {
    return Options.repeated(
        OPTION,
        "NAME=VALUE",
        "A setting of a started database, such as deadlock_timeout=10ms; may be repeated.");
  }

  /** Settings of sessions. */
  public static OptionSpec sessionOption() {
    return Options.repeated(
        SESSION_OPTION,
        "NAME=VALUE[|VALUE...]",
        "A setting of the sessions; with several values, the sessions of a server get them in"
            + " turn. Needs SQL; may be repeated.");
  }

  /** The values of each setting of sessions. */
  public static Map<String, List<String>> ofSessions(Arguments arguments) throws UsageException {
    Map<String, List<String>> settings = new TreeMap<>();
    for (String setting : arguments.texts(SESSION_OPTION)) {
      Matcher parts = SESSION_SETTING.matcher(setting);
      if (!parts.matches()) {
        throw Arguments.bad(SESSION_OPTION, setting, "NAME=VALUE, or NAME=VALUE|VALUE");
      }
      settings.put(parts.group(1), List.of(parts.group(2).split("\\|", -1)));
    }
    return settings;
  }

  /** The settings by name; refused where a database is not started by us. */
  public static Map<String, String> of(Arguments arguments) throws UsageException {
    if (!arguments.texts(OPTION).isEmpty()
        && arguments.databases().stream().anyMatch(name -> name.startsWith("jdbc:"))) {
      throw new UsageException(
          OPTION + ": your server has its own settings; expected a database that Isogauge starts");
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
