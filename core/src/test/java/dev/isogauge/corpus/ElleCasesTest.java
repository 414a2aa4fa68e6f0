package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The calls of Elle's own tests: its verdict is ours at the level that its model is called here, or
 * elle-differences.md says by the case's number why not.
 */
class ElleCasesTest {
  private static final Pattern HISTORY = Pattern.compile("\"history\":(\\[.*\\]),\"expected\":");
  private static final int CASES = 91;

  private static final Map<String, IsolationLevel> LEVELS =
      Map.of(
          "read-uncommitted", IsolationLevel.PL_1,
          "read-committed", IsolationLevel.PL_2,
          "repeatable-read", IsolationLevel.PL_2_99,
          "snapshot-isolation", IsolationLevel.PL_SI,
          "serializable", IsolationLevel.PL_3,
          "strong-session-snapshot-isolation", IsolationLevel.SNAPSHOT_ISOLATION,
          "strict-serializable", IsolationLevel.STRICT_SERIALIZABILITY,
          "strong-serializable", IsolationLevel.STRICT_SERIALIZABILITY);

  private final Path cases =
      Path.of(System.getProperty("isogauge.root", "."))
          .resolve("../shared/corpus/elle/cases.jsonl")
          .normalize();

  /** One call: what Elle was asked, and of what. */
  private record Case(Map<?, ?> options, History history) {
    boolean isAbout(String option) {
      return Boolean.TRUE.equals(options.get(option));
    }
  }

  @Test
  void everyCaseAgreesOrIsExplained() throws IOException {
    assumeTrue(Files.exists(cases), "no corpus beside the repository");
    Set<Integer> differing = new TreeSet<>();
    int run = 0;
    for (String line : Files.readAllLines(cases)) {
      Map<?, ?> call = (Map<?, ?>) json(line);
      int id = ((Number) call.get("id")).intValue();
      if (!answer(read(call, line)).equals(said(call))) {
        differing.add(id);
      }
      run++;
    }
    assertThat(run).isEqualTo(CASES);
    assertThat(differing).isEqualTo(explained());
  }

  /** The other files: by construction, by the paper, and by what Elle's issues say of them. */
  @Test
  void filesOfElle() throws IOException {
    assumeTrue(Files.exists(cases), "no corpus beside the repository");
    History lists = load("list-append-10k.edn.gz");
    History registers = load("register-2k.edn.gz");
    for (IsolationLevel level :
        EnumSet.complementOf(EnumSet.of(IsolationLevel.LINEARIZABILITY, IsolationLevel.RECORDED))) {
      assertThat(judge(lists, level)).as(level.id()).isEqualTo("satisfied");
      // Adya's levels need the order of all versions; the others are searched for one.
      assertThat(judge(registers, level))
          .as(level.id())
          .isEqualTo(level.id().startsWith("pl-") ? "unknown" : "satisfied");
    }
    History skew = load("list-append-gh-30.edn");
    assertThat(judge(skew, IsolationLevel.PL_SI)).isEqualTo("satisfied");
    assertThat(judge(skew, IsolationLevel.PL_3)).isEqualTo("violated");
    History paper = load("paper-example.edn");
    assertThat(judge(paper, IsolationLevel.PL_2)).isEqualTo("satisfied");
    assertThat(judge(paper, IsolationLevel.PL_2_99)).isEqualTo("violated");
    assertThat(judge(load("long-fork.edn"), IsolationLevel.PL_2)).isEqualTo("violated");
    assertThat(judge(load("rw-register.edn"), IsolationLevel.PL_2)).isEqualTo("violated");
  }

  private History load(String file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(cases.resolveSibling(file)), Optional.empty())
        .history();
  }

  /** With all rules for registers, of which none may find fault with a valid history. */
  private static String judge(History history, IsolationLevel level) {
    Question question =
        level.isWeak()
            ? Question.of(level)
            : Question.of(level).withRegisters(EnumSet.allOf(RegisterOrder.class));
    return Checks.check(history, question, Limits.DEFAULT).word();
  }

  /** The cases of the table that docs/jepsen.md links. */
  private static Set<Integer> explained() throws IOException {
    String table =
        Files.readString(Path.of("src/test/resources/dev/isogauge/corpus/elle-differences.md"));
    Set<Integer> ids = new TreeSet<>();
    for (String line : table.lines().filter(row -> row.matches("\\| [0-9].*")).toList()) {
      for (String id : line.split("\\|", -1)[1].split(",", -1)) {
        ids.add(Integer.parseInt(id.strip()));
      }
    }
    return ids;
  }

  private static Case read(Map<?, ?> call, String line) throws IOException {
    Matcher matcher = HISTORY.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    byte[] bytes = matcher.group(1).getBytes(StandardCharsets.UTF_8);
    return new Case(
        (Map<?, ?>) call.get("opts"),
        HistoryFiles.read(HistoryFiles.bytes("case", bytes), Optional.empty()).history());
  }

  /** Our verdict: satisfied, violated or unknown. */
  private static String answer(Case call) {
    List<String> anomalies = names(call.options().get("anomalies"));
    List<String> models = names(call.options().get("consistency-models"));
    if (models.isEmpty() && !anomalies.isEmpty()) {
      return answerByName(call, anomalies);
    }
    Set<String> words = new TreeSet<>();
    for (String model : models.isEmpty() ? List.of("strict-serializable") : models) {
      words.add(check(call, LEVELS.get(model)).word());
    }
    if (words.contains("violated")) {
      return "violated";
    }
    return words.contains("unknown") ? "unknown" : "satisfied";
  }

  private static List<String> names(Object list) {
    return list == null ? List.of() : ((List<?>) list).stream().map(String::valueOf).toList();
  }

  private static String said(Map<?, ?> call) {
    Object valid = ((Map<?, ?>) call.get("expected")).get("valid");
    if (Boolean.TRUE.equals(valid)) {
      return "satisfied";
    }
    return Boolean.FALSE.equals(valid) ? "violated" : "unknown";
  }

  /** Whether anything was found that is called as one of those asked for. */
  private static String answerByName(Case call, List<String> asked) {
    Set<String> ours = new TreeSet<>();
    for (IsolationLevel level : IsolationLevel.adya()) {
      if (check(call, level) instanceof Verdict.Violated violated) {
        violated.counts().keySet().stream().map(ElleCasesTest::elleName).forEach(ours::add);
      }
    }
    return asked.stream().anyMatch(name -> ours.stream().anyMatch(family(name)::contains))
        ? "violated"
        : "satisfied";
  }

  private static Set<String> family(String anomaly) {
    return switch (anomaly) {
      case "G0" -> Set.of("G0");
      case "G1" -> Set.of("G0", "G1a", "G1b", "G1c");
      case "G-single" -> Set.of("G-single-item");
      case "G2" -> Set.of("G-single-item", "G-nonadjacent-item", "G2-item", "lost-update");
      case "dirty-update" -> Set.of("G1a");
      default -> Set.of(anomaly);
    };
  }

  /** What Elle calls a finding of ours. */
  private static String elleName(AnomalyKind kind) {
    return switch (kind) {
      case ABORTED_READ -> "G1a";
      case INTERMEDIATE_READ -> "G1b";
      case NOT_MY_OWN_WRITE, NOT_MY_LAST_WRITE -> "internal";
      case LOST_UPDATE -> "lost-update";
      case INCOMPATIBLE_ORDER -> "incompatible-order";
      case DUPLICATE_ELEMENT -> "duplicate-elements";
      case CYCLIC_VERSIONS -> "cyclic-versions";
      case FUTURE_READ -> "future-read";
      default -> kind.title();
    };
  }

  private static Verdict check(Case call, IsolationLevel level) {
    Set<RegisterOrder> rules = EnumSet.of(RegisterOrder.INITIAL);
    if (!Boolean.FALSE.equals(call.options().get("wfr-keys?"))) {
      rules.add(RegisterOrder.WRITES_FOLLOW_READS);
    }
    if (call.isAbout("sequential-keys?")) {
      rules.add(RegisterOrder.SESSION);
    }
    if (call.isAbout("linearizable-keys?")) {
      rules.add(RegisterOrder.REALTIME);
    }
    Question question = Question.of(level).withRegisters(rules);
    return Checks.check(
        call.history(),
        level.canDropSessionOrder() ? question.withoutSessionOrder() : question,
        Limits.DEFAULT);
  }

  private static Object json(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> object = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        object.put(name, value(parser));
      }
      return object;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Object> array = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(parser));
      }
      return array;
    }
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }
}
