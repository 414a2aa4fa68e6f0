package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyWords;
import dev.isogauge.anomaly.Part;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Tells an anomaly by the {@link dev.isogauge.anomaly.Sentences} of its kind. Sentences in the
 * making may contain {@link Marks}.
 */
final class Story {
  final History history;
  final Anomaly anomaly;
  final Names names;
  final NamedTransactions cast;
  final Reasons reasons;
  final KeyWriters writers;
  private final PartNames parts;
  private final Marks marks = new Marks();
  private final List<Sentence> sentences = new ArrayList<>();
  private Optional<String> summary = Optional.empty();

  Story(History history, KeyWriters writers, Anomaly anomaly) {
    this.history = history;
    this.anomaly = anomaly;
    this.names = new Names(history, Optional.of(marks));
    this.cast = new NamedTransactions(history, new Names(history));
    this.writers = writers;
    this.reasons = new Reasons(history, names, cast, writers);
    this.parts = new PartNames(this);
  }

  Explanation tell() {
    List<String> lines = section(anomaly.kind().sentences().lines());
    if (!lines.get(0).equals("@linear")) {
      anomaly.parts().forEach(this::introduce);
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
        AnomalyWords.names(anomaly.kind()) + ": " + plain, plain, cast.lines(), sentences);
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

  private void introduce(Part part) {
    if (part.operation() >= 0) {
      cast.mention(part.operation());
    } else if (part.place().predicate() >= 0) {
      cast.mentionPredicate(part.place().predicate());
    } else {
      cast.enter(part.transaction());
    }
  }

  private Optional<String> fill(String line) {
    return SentenceTemplate.fill(line, parts::name);
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
      case "rows" -> parts.rows().forEach(this::say);
      case "linear" -> summary = Optional.of(new LinearStories(this).tell());
      default -> throw new IllegalArgumentException("no such steps: " + what);
    }
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
