package dev.isogauge.app.command;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the command line again in another Java. The launcher starts one for short work, without the
 * optimising compiler: on a file of 20 MB that compiler doubles the CPU time of a check, on one of
 * 200 MB it adds a tenth, on one of 330 MB it pays. Where an order is searched for, it pays from 60
 * MB on.
 */
public final class LargerJava {
  /** From how many bytes of input on the optimising compiler pays. */
  public static final long PAYS = 256L << 20;

  /** The same where a search may be needed, which takes much longer than reading. */
  public static final long PAYS_FOR_SEARCH = 64L << 20;

  private static final String QUICK = "-Disogauge.quick=true";
  private static final List<String> OF_QUICK =
      List.of("-XX:TieredStopAtLevel=1", "-XX:Tier3BackEdgeThreshold=5000");

  private LargerJava() {}

  /** Whether the launcher started this Java for short work. */
  public static boolean isPossible() {
    return Boolean.getBoolean("isogauge.quick");
  }

  /**
   * Runs a command line to its end and returns its exit code.
   *
   * @param options more options for Java
   * @param optimising whether the optimising compiler pays
   */
  public static int run(List<String> options, boolean optimising, String... arguments)
      throws EnvironmentException {
    ProcessBuilder builder =
        new ProcessBuilder(command(options, optimising, arguments)).inheritIO();
    Other other = new Other();
    Runtime.getRuntime().addShutdownHook(new Thread(other::end, "isogauge-end"));
    try {
      return other.start(builder).waitFor();
    } catch (IOException e) {
      throw new EnvironmentException("cannot start another Java: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.ENVIRONMENT;
    }
  }

  /** The other Java. Who tells this process to end means that one; it ends in order. */
  private static final class Other {
    private Process process;
    private boolean isEnded;

    synchronized Process start(ProcessBuilder builder) throws IOException {
      if (isEnded) {
        throw new IOException("the process is ending");
      }
      process = builder.start();
      return process;
    }

    synchronized void end() {
      isEnded = true;
      if (process == null) {
        return;
      }
      process.destroy();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** How {@link #run} starts the other Java. */
  public static List<String> command(
      List<String> options, boolean optimising, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.equals(QUICK) && !(optimising && OF_QUICK.contains(option))) {
        command.add(option);
      }
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.isogauge.app.Main"));
    command.addAll(List.of(arguments));
    return command;
  }
}
