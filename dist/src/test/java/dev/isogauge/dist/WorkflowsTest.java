package dev.isogauge.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The workflows cannot run here; what they consist of is well-formed and exists. */
class WorkflowsTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root", ".."));
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{[^}]*}}");
  private static final Pattern PINNED = Pattern.compile("[\\w-]+/[\\w-]+@v\\d+");

  @Test
  void workflowsAreWellFormed() throws Exception {
    List<Path> workflows;
    try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
      workflows = files.sorted().toList();
    }
    assertThat(workflows).hasSize(2);
    for (Path workflow : workflows) {
      Map<?, ?> content = yaml(workflow);
      // YAML 1.1 reads the key `on` as true.
      assertThat(content.containsKey(true)).as("%s", workflow).isTrue();
      assertThat(content.get("permissions")).isInstanceOf(Map.class);
      for (Object job : map(content, "jobs").values()) {
        assertThat(map(job).keySet().toString()).contains("runs-on", "timeout-minutes");
        requireSteps((List<?>) map(job).get("steps"));
      }
    }
  }

  @Test
  void theActionIsWellFormed() throws Exception {
    Map<?, ?> action = yaml(ROOT.resolve(".github/actions/setup-isogauge/action.yml"));
    Map<?, ?> runs = map(action, "runs");
    assertThat(runs.get("using")).isEqualTo("composite");
    requireSteps((List<?>) runs.get("steps"));
    for (String name : names(runs.toString(), "inputs")) {
      assertThat(map(action, "inputs").containsKey(name)).as(name).isTrue();
    }
    for (Object step : (List<?>) runs.get("steps")) {
      assertThat(map(step).containsKey("run")).isEqualTo(map(step).containsKey("shell"));
    }
  }

  @Test
  void docsNameTheSecretsOfARelease() throws Exception {
    String workflow = Files.readString(ROOT.resolve(".github/workflows/release.yml"));
    String page = Files.readString(ROOT.resolve("docs/releasing.md"));
    List<String> wanted = new ArrayList<>(names(workflow, "secrets"));
    wanted.addAll(names(workflow, "vars"));
    assertThat(wanted).isNotEmpty();
    for (String name : wanted) {
      assertThat(page).contains("`" + name + "`");
    }
  }

  private static List<String> names(String text, String context) {
    return new ArrayList<>(
        new TreeSet<>(
            Pattern.compile("\\b" + context + "\\.([\\w-]+)")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList()));
  }

  private static void requireSteps(List<?> steps) throws Exception {
    assertThat(steps).isNotEmpty();
    for (Object each : steps) {
      Map<?, ?> step = map(each);
      assertThat(step.containsKey("uses")).as("%s", step).isNotEqualTo(step.containsKey("run"));
      if (step.containsKey("uses")) {
        assertThat(step.get("uses").toString()).matches(PINNED);
        continue;
      }
      String script = EXPRESSION.matcher(step.get("run").toString()).replaceAll("expression");
      requireSyntax(script);
      for (String word : script.split("\\s+", -1)) {
        if (word.startsWith(".ci/")) {
          assertThat(ROOT.resolve(word)).isExecutable();
        }
      }
    }
  }

  private static void requireSyntax(String script) throws Exception {
    Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    bash.getOutputStream().write(script.getBytes(UTF_8));
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(said).as(script).isEmpty();
  }

  private static Map<?, ?> yaml(Path file) throws IOException {
    return map(new Yaml().load(Files.readString(file)));
  }

  private static Map<?, ?> map(Object parent, String key) {
    return map(map(parent).get(key));
  }

  private static Map<?, ?> map(Object value) {
    assertThat(value).isInstanceOf(Map.class);
    return (Map<?, ?>) value;
  }
}
