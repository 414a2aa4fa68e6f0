package dev.isogauge.app.command;

import dev.isogauge.collect.DatabaseOptions;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** The schema of a server of the user's that our tables go to. */
public final class UsersSchema {
  private static final String OPTION = "--schema";

  private UsersSchema() {}

  public static OptionSpec option() {
    return Options.value(
        OPTION,
        "NAME",
        "An existing schema of your server, if you may not create one; only the run's tables"
            + " are dropped. Default: isogauge, created and dropped.");
  }

  /** The options with the schema that the user gave; refused where a database is started by us. */
  public static DatabaseOptions in(DatabaseOptions options, Arguments arguments)
      throws UsageException {
    Optional<String> schema = arguments.text(OPTION);
    if (schema.isEmpty()) {
      return options;
    }
    if (arguments.databases().stream().anyMatch(name -> !name.startsWith("jdbc:"))) {
      throw new UsageException(
          OPTION + ": a database that Isogauge starts has its own schema; expected a JDBC URL");
    }
    try {
      return options.withSchema(schema.get());
    } catch (IllegalArgumentException e) {
      throw Arguments.bad(OPTION, schema.get(), "a name of letters, digits and _");
    }
  }
}
