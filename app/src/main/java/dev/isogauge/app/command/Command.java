package dev.isogauge.app.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** One subcommand: how it is called, and what it does. */
public interface Command {
  /** Options, arguments and help. Built without annotations, which cost start-up time. */
  CommandSpec spec();

  /** Whether the work is so large that it pays to run it in {@link LargerJava}. */
  default boolean isLarge(Arguments arguments) throws UsageException {
    return false;
  }

  /** Options of Java that only this work needs. */
  default List<String> javaOptions(Arguments arguments) throws UsageException {
    return List.of();
  }

  /** Does the work and returns the exit code. */
  int run(Arguments arguments) throws UsageException, EnvironmentException;
}
