package dev.isogauge.app.command;

import picocli.CommandLine.Model.CommandSpec;

/** One subcommand: how it is called, and what it does. */
public interface Command {
  /** Options, arguments and help. Built without annotations, which cost start-up time. */
  CommandSpec spec();

  /** Does the work and returns the exit code. */
  int run(Arguments arguments) throws UsageException, EnvironmentException;
}
