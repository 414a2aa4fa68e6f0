package dev.isogauge.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Secrets that come from a file, the environment or a prompt, where other users do not see them.
 */
public final class Passwords {
  private static final String VARIABLE = "ISOGAUGE_PASSWORD";
  private static final String FILE = "--password-file";
  private static final String ASK = "--ask-password";
  private static final String TOKEN_VARIABLE = "ISOGAUGE_TOKEN";
  private static final String TOKEN = "--token";
  private static final String TOKEN_FILE = "--token-file";
  private static final Pattern GIVEN = Pattern.compile("[?&]password=", Pattern.CASE_INSENSITIVE);

  private Passwords() {}

  public static void describe(CommandSpec spec) {
    spec.addOption(
        Options.value(
            FILE,
            "FILE",
            "Your server's password, on the first line of this file. Default: the URL's, else"
                + " the environment variable "
                + VARIABLE
                + "."));
    spec.addOption(Options.flag(ASK, "Ask for the password on the terminal."));
  }

  /** The options for the token of a service. */
  public static void describeToken(CommandSpec spec, String what) {
    spec.addOption(
        Options.value(
            TOKEN_FILE,
            "FILE",
            what
                + " On the first line of this file. Default: the environment variable "
                + TOKEN_VARIABLE
                + "."));
    spec.addOption(
        Options.value(TOKEN, "TOKEN", "The token on the command line, where other users see it."));
  }

  /** The token of a service, if there is one. */
  public static Optional<String> token(Arguments arguments, Console console)
      throws UsageException, EnvironmentException {
    Optional<Path> file = arguments.path(TOKEN_FILE);
    if (file.isPresent() && arguments.text(TOKEN).isPresent()) {
      throw new UsageException("found " + TOKEN + " and " + TOKEN_FILE + "; expected one of them");
    }
    return file.isPresent()
        ? Optional.of(firstLine(TOKEN_FILE, file.get()))
        : arguments
            .text(TOKEN)
            .or(() -> Optional.ofNullable(console.environment().get(TOKEN_VARIABLE)));
  }

  /**
   * What puts passwords into URLs, as far as these have none.
   *
   * @param names the databases and URLs that are used
   */
  public static UnaryOperator<String> logins(
      Arguments arguments, Console console, List<String> names)
      throws UsageException, EnvironmentException {
    if (names.stream().noneMatch(Passwords::lacksPassword)) {
      if (arguments.flag(ASK) || arguments.text(FILE).isPresent()) {
        throw new UsageException(
            (arguments.flag(ASK) ? ASK : FILE)
                + ": no database needs it; expected the JDBC URL of your server, without a"
                + " password");
      }
      return UnaryOperator.identity();
    }
    Optional<String> password = given(arguments, console);
    return name -> lacksPassword(name) ? password.map(text -> with(name, text)).orElse(name) : name;
  }

  private static boolean lacksPassword(String name) {
    return name.startsWith("jdbc:") && !GIVEN.matcher(name).find();
  }

  /** The password that the user gave, if any. */
  public static Optional<String> given(Arguments arguments, Console console)
      throws UsageException, EnvironmentException {
    if (arguments.flag(ASK)) {
      return Optional.of(ask(console));
    }
    Optional<Path> file = arguments.path(FILE);
    return file.isPresent()
        ? Optional.of(firstLine(FILE, file.get()))
        : Optional.ofNullable(console.environment().get(VARIABLE));
  }

  /** The first line of a file that holds a secret. */
  private static String firstLine(String option, Path file)
      throws UsageException, EnvironmentException {
    try {
      List<String> lines = Files.readAllLines(file, UTF_8);
      if (lines.isEmpty() || lines.get(0).isEmpty()) {
        throw new UsageException(
            option + ": the first line of " + file + " is empty; expected it there");
      }
      return lines.get(0);
    } catch (IOException e) {
      throw new EnvironmentException(option + ": " + FileFailures.message(file.toString(), e));
    }
  }

  @SuppressWarnings("SystemConsoleNull") // Only newer JDKs have one without a terminal.
  private static String ask(Console console) throws EnvironmentException {
    java.io.Console terminal = console.errIsTerminal() ? System.console() : null;
    char[] typed = terminal == null ? null : terminal.readPassword("Password: ");
    if (typed == null) {
      throw new EnvironmentException(
          ASK + ": there is no terminal to ask on; use " + FILE + " or the variable " + VARIABLE);
    }
    return new String(typed);
  }

  private static String with(String url, String password) {
    // A plus sign would be one in the password.
    String encoded = URLEncoder.encode(password, UTF_8).replace("+", "%20");
    return url + (url.contains("?") ? "&" : "?") + "password=" + encoded;
  }
}
