package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.Sentences;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Tells an anomaly by the {@link dev.isogauge.anomaly.Sentences} of its kind. Sentences in the
 * making may contain {@link Marks}.
 */
final class Story {
  private static final int MOST_ROWS = 5;
  private static final int MOST_MEMBERS = 3;
  private static final int MOST_NAMED = 4;

  final Telling telling;
  final History history;
  final Anomaly anomaly;
  final Names names;
  final Reasons reasons;
  private final PartNames parts;
  private final Marks marks = new Marks();
  private final List<Sentence> sentences = new ArrayList<>();
  private Optional<String> summary = Optional.empty();

  Story(History history, KeyWriters writers, Anomaly anomaly) {
    this.history = history;
    this.anomaly = anomaly;
    this.names = new Names(history, Optional.of(marks));
    this.telling =
        new Telling(history, names, new NamedTransactions(history, new Names(history)), writers);
    this.reasons = new Reasons(telling);
    this.parts = parts(anomaly.parts());
  }

  /** Names for parts, with those of what is known of the whole anomaly. */
  private PartNames parts(List<Part> of) {
    return new PartNames(
        telling,
        of,
        Map.of(
            "$expected",
            () -> anomaly.expected().map(Printable::name),
            "$actual",
            () -> anomaly.actual().map(Printable::name),
            "members",
            () -> Optional.of(members()),
            "shape",
            this::shape,
            "level",
            () -> anomaly.level().map(Story::levelName),
            "who",
            () -> Optional.of(who()),
            "?" + anomaly.formId(),
            () -> Optional.of("")));
  }

  Explanation tell() {
    List<String> lines = section(anomaly.kind().sentences().lines());
    if (!lines.get(0).equals("@linear")) {
      anomaly.parts().forEach(telling.cast()::introduce);
    }
    boolean isContradicted = false;
    for (String line : lines) {
      switch (line.charAt(0)) {
        case '@' -> tellSteps(line.substring(1));
        case '=' -> {
          if (summary.isEmpty()) {
            summary = fill(line.substring(2));
          }
        }
        case '!' -> {
          Optional<String> sentence = isContradicted ? Optional.empty() : fill(line.substring(2));
          sentence.ifPresent(this::sayContradiction);
          isContradicted |= sentence.isPresent();
        }
        default -> fill(line).ifPresent(this::say);
      }
    }
    sayLevels();
    String plain = Marks.plain(summary.orElse(anomaly.kind().meaning()));
    return new Explanation(
        AnomalyWords.names(anomaly.kind()) + ": " + plain,
        plain,
        telling.cast().lines(),
        sentences);
  }

  /** The lines of the first section whose condition holds. */
  private List<String> section(List<String> all) {
    List<String> lines = new ArrayList<>();
    boolean applies = true;
    for (String line : all) {
      if (line.startsWith("when")) {
        if (!lines.isEmpty()) {
          return lines;
        }
        applies = fill(line).isPresent();
      } else if (applies) {
        lines.add(line);
      }
    }
    return lines;
  }

  private Optional<String> fill(String line) {
    return parts.fill(line);
  }

  private void tellSteps(String what) {
    switch (what) {
      case "edges" -> reasons.steps(anomaly.edges()).forEach(this::say);
      case "cycle" -> {
        List<String> steps = reasons.steps(anomaly.edges());
        steps.subList(0, steps.size() - 1).forEach(this::say);
        sayContradiction(steps.get(steps.size() - 1));
      }
      case "stale" -> {
        int last = anomaly.edges().size() - 1;
        reasons.steps(anomaly.edges().subList(0, last)).forEach(this::say);
        sayContradiction(reasons.closing(anomaly.edges().get(last)));
      }
      case "cases" -> new CaseStories(this).tell(anomaly.cases().orElseThrow());
      case "rows" -> tellRows();
      case "linear" -> summary = Optional.of(new LinearStories(this).tell());
      default -> throw new IllegalArgumentException("no such steps: " + what);
    }
  }

  /** What keys were when a result was made, and how the result differs. */
  private void tellRows() {
    List<Part> rows =
        anomaly.parts().stream()
            .filter(part -> part.role() != Role.READER && part.role() != Role.WRITER)
            .toList();
    Part reader = anomaly.find(Role.READER).orElseThrow();
    for (Part row : rows.subList(0, Math.min(rows.size(), MOST_ROWS))) {
      List<Part> told = List.of(new Part(Role.ROW, row.place()), row, reader);
      say(parts(told).fill(Sentences.ROW).orElseThrow());
    }
    if (rows.size() > MOST_ROWS) {
      say("And so on; more rows are left out here");
    }
  }

  private static String levelName(IsolationLevel level) {
    return level == IsolationLevel.RECORDED ? "the recorded levels" : level.id();
  }

  private String members() {
    List<Edge> cycle = anomaly.edges();
    return cycle.size() <= MOST_MEMBERS
        ? "each of " + Words.list(cycle.stream().map(e -> names.transaction(e.from())).toList())
        : "each of " + Words.count(cycle.size(), "transaction");
  }

  private String who() {
    List<Integer> transactions =
        anomaly.parts().stream()
            .map(Part::transaction)
            .filter(t -> t != History.INITIAL)
            .distinct()
            .toList();
    return transactions.size() <= MOST_NAMED
        ? Words.list(transactions.stream().map(names::transaction).toList())
        : Words.count(transactions.size(), "transaction");
  }

  /** What people call a cycle; nothing for two that read different versions of one key. */
  private Optional<String> shape() {
    List<Edge> cycle = anomaly.edges();
    String words = anomaly.words(history);
    boolean isNameless =
        cycle.size() == 2
            && words.equals(anomaly.kind().words())
            && cycle.stream().allMatch(edge -> edge.relation() == Relation.READ_OVERWRITTEN)
            && cycle.stream().map(e -> history.keyOf(e.why().operation())).distinct().count() == 1;
    return isNameless
        ? Optional.empty()
        : Optional.of(words.startsWith("circular") ? words : "a " + words);
  }

  /** Adds a sentence; the full stop is added too. */
  void say(String sentence) {
    String marked = Marks.capital(sentence);
    add(marked.endsWith(".") ? marked : marked + ".", false, Optional.empty());
  }

  /** Adds the sentence that contradicts those before it. */
  void sayContradiction(String sentence) {
    add("However, " + sentence + ". A contradiction!", true, Optional.empty());
  }

  /** Adds a sentence about a case, which perhaps ends in a contradiction. */
  void sayCase(String number, String sentence, boolean isContradiction) {
    add(
        Marks.capital(sentence) + (isContradiction ? ". A contradiction." : "."),
        isContradiction,
        Optional.of(number).filter(text -> !text.isEmpty()));
  }

  private void add(String marked, boolean isContradiction, Optional<String> caseNumber) {
    sentences.add(new Sentence(Marks.plain(marked), isContradiction, caseNumber, marks.of(marked)));
  }

  private void sayLevels() {
    Set<IsolationLevel> levels = anomaly.forbiddenBy();
    if (!levels.isEmpty()) {
      StringJoiner ids = new StringJoiner(", ", "Levels that forbid this: ", "");
      for (IsolationLevel level : levels) {
        ids.add(level.id());
      }
      say(ids.toString());
    }
  }
}
