package dev.isogauge.collect.adapter;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.process.Commands;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** The adapter of docs/adapters.md is a database like any other. */
@EnabledIf(value = "hasPython", disabledReason = "there is no python3 on the PATH")
class PythonAdapterContractTest extends DatabaseContract {
  static boolean hasPython() {
    return Commands.find("python3").isPresent();
  }

  @Override
  protected String name() {
    return "exec:python3 " + Path.of("../examples/adapters/sqlite.py").toAbsolutePath().normalize();
  }
}
