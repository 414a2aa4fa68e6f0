package dev.isogauge.recorder.junit;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Names of a test's files: each invocation of each method has its own, the same in every run. */
final class RecordingFiles {
  private static final String DIRECTORY = "isogauge.directory";
  private static final Pattern INVOCATION =
      Pattern.compile("(class|test)-template-invocation:#(\\d+)");

  private RecordingFiles() {}

  /** Where the history of a test goes. */
  static Path history(ExtensionContext context) {
    String directory =
        context
            .getConfigurationParameter(DIRECTORY)
            .orElse(System.getProperty(DIRECTORY, ordinaryDirectory()));
    return Path.of(directory).resolve(name(context) + ".jsonl").toAbsolutePath();
  }

  /** Where the report of a history goes. */
  static Path report(Path history) {
    String name = history.getFileName().toString();
    return history.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".html");
  }

  /** Where Maven or Gradle keeps what a build makes. */
  private static String ordinaryDirectory() {
    boolean isGradle = Files.isDirectory(Path.of("build")) && !Files.exists(Path.of("pom.xml"));
    return (isGradle ? "build" : "target") + "/isogauge";
  }

  private static String name(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    StringBuilder name = new StringBuilder(context.getRequiredTestClass().getName()).append('.');
    name.append(method.getName());
    if (isOverloaded(context.getRequiredTestClass(), method)) {
      name.append(
          Arrays.stream(method.getParameterTypes())
              .map(Class::getSimpleName)
              .collect(Collectors.joining(",", "(", ")"))
              .replace("[]", "..."));
    }
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    while (invocation.find()) {
      if (invocation.group(1).equals("class") || !IsolationExtension.isAlone(method)) {
        name.append('-').append(invocation.group(2));
      }
    }
    return name.toString();
  }

  private static boolean isOverloaded(Class<?> type, Method method) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Method other : each.getDeclaredMethods()) {
        if (other.getName().equals(method.getName())
            && !other.isBridge()
            && !Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
          return true;
        }
      }
    }
    return false;
  }
}
