package dev.isogauge.app.serve;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.CommandRun;
import dev.isogauge.level.IsolationLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample histories show every kind of anomaly; a file shows none that comes too late. */
class EveryKindTest {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");
  private static final Pattern KIND =
      Pattern.compile("\"kind\":\"([^\"]+)\",\"tap\":(?:null|\"([^\"]+)\")");

  @TempDir private Path directory;

  @Test
  void everyKindHasAHistory() throws Exception {
    Set<String> found = new TreeSet<>();
    String all =
        Arrays.stream(IsolationLevel.values())
            .map(IsolationLevel::id)
            .collect(Collectors.joining(","));
    addKinds(isogauge("check", "--json", "--level", all, HISTORIES.toString()).out(), found);
    // Next to stronger levels, which hold, this one is not undecided.
    Path twice = HISTORIES.resolve("causal/same-value-twice.txt");
    addKinds(isogauge("check", "--json", "--level", "causal", twice.toString()).out(), found);
    addKinds(evidenceOfALateArrival(), found);

    assertThat(found)
        .containsExactlyElementsOf(
            Arrays.stream(AnomalyKind.values())
                .map(kind -> (kind.title() + " " + kind.letter()).strip())
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static void addKinds(String json, Set<String> kinds) {
    Matcher matcher = KIND.matcher(json);
    while (matcher.find()) {
      kinds.add(matcher.group(1) + (matcher.group(2) == null ? "" : " " + matcher.group(2)));
    }
  }

  /** The lines of the sample in their order, the last one after the delay. */
  private String evidenceOfALateArrival() throws Exception {
    List<String> lines = Files.readAllLines(HISTORIES.resolve("causal/late-arrival.jsonl"));
    int last = lines.size() - 1;
    try (RunningService service = RunningService.start(directory.resolve("data"))) {
      service.post(String.join("\n", lines.subList(1, last)));
      service.await("events", 1);
      service.post(lines.get(last));
      service.await("events", 2);
      return service.get("evidence?event=2").body();
    }
  }
}
