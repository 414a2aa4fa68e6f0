package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The account that a server of ours runs as: our own, or nobody if we are root. Whoever gets into a
 * server can do what its account can.
 */
public final class ServerAccount {
  private static final int NOBODY = 65534;
  private static final int SECONDS = 60;

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

  /** Root of a container may lack the right to become somebody else. */
  private static final boolean OTHER =
      "root".equals(System.getProperty("user.name")) && canBecomeNobody();

  private ServerAccount() {}

  private static boolean canBecomeNobody() {
    try {
      return new ProcessBuilder(command(AS_NOBODY, List.of("true")))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The command as that account. */
  public static List<String> command(List<String> words) {
    return OTHER ? command(AS_NOBODY, words) : List.copyOf(words);
  }

  private static List<String> command(List<String> before, List<String> words) {
    return Stream.concat(before.stream(), words.stream()).toList();
  }

  /** Lets the account into a directory, in which it may not list or change anything. */
  static void admit(Path directory) throws IOException {
    if (OTHER) {
      Files.setAttribute(directory, "unix:gid", NOBODY);
      Files.setPosixFilePermissions(directory, GuardedDirectory.PASSABLE);
    }
  }

  /** Makes a directory that belongs to the account and that others may not enter. */
  public static Path directory(Path directory) throws IOException {
    return own(Files.createDirectory(directory, GuardedDirectory.PRIVATE));
  }

  /** Writes a file that only the account can read. */
  public static Path file(Path file, String content) throws IOException {
    Files.createFile(file, GuardedDirectory.PRIVATE_FILE);
    Files.writeString(file, content);
    return own(file);
  }

  private static Path own(Path path) throws IOException {
    if (OTHER) {
      Files.setAttribute(path, "unix:gid", NOBODY);
      Files.setAttribute(path, "unix:uid", NOBODY);
    }
    return path;
  }

  /** Whether the account can run a program where it is; the home of root is closed to others. */
  public static boolean reaches(Path program) throws IOException {
    for (Path path = program.toRealPath(); path != null; path = path.getParent()) {
      if (OTHER
          && !Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  /** The program itself, or a copy in this directory if the account does not reach it. */
  public static Path within(Path program, Path directory) throws IOException, DatabaseException {
    return reaches(program)
        ? program
        : copy(List.of(program), directory.resolve("program")).resolve(program.getFileName());
  }

  /** Copies files and directories to where the account reaches them, a directory that is made. */
  public static Path copy(List<Path> files, Path target) throws DatabaseException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "umask 022 && mkdir \"$0\" && cp -RL \"$@\" \"$0\"",
                target.toString()));
    files.forEach(file -> command.add(file.toString()));
    Commands.run(target.getParent(), SECONDS, command);
    return target;
  }
}
