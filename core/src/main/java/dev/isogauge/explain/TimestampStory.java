package dev.isogauge.explain;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.text.Printable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Says how the timestamps are contradicted. It needs no history, so that offline reports and the
 * events of online checking use the same words.
 */
public final class TimestampStory {
  private static final String CONTRADICTION = "However, ";

  private final TimestampFinding finding;
  private final String transaction;
  private final String key;

  /** The story of one finding. */
  public TimestampStory(TimestampFinding finding) {
    this.finding = finding;
    this.transaction = Names.named(finding.transaction().name());
    this.key = finding.key().map(Names::keyNamed).orElse("");
  }

  /** The whole finding in one line: what happened, and what should have. */
  public static String sentence(TimestampFinding finding) {
    TimestampStory story = new TimestampStory(finding);
    if (finding.isLoss()) {
      return String.join(" ", finding.actual().lines().toList());
    }
    return story.title()
        + ". "
        + story.sentences().stream()
            .filter(sentence -> !isContradiction(sentence))
            .collect(Collectors.joining(" "));
  }

  /** Whether a sentence contradicts those before it. */
  public static boolean isContradiction(String sentence) {
    return sentence.startsWith(CONTRADICTION);
  }

  /** The kind and what happened, in one clause. */
  public String title() {
    if (finding.isLoss()) {
      return summary();
    }
    return finding.kind().title() + ": " + summary();
  }

  /** What happened, without the kind. */
  public String summary() {
    if (finding.isLoss()) {
      return finding.actual().lines().findFirst().orElse("");
    }
    return switch (finding.kind()) {
      case TIMESTAMP_ORDER -> transaction + " starts after its own commit";
      case TIMESTAMP_TIE ->
          transaction
              + " and "
              + other()
              + " have the same commit timestamp and touch the same key";
      case SESSION ->
          transaction
              + (isAboutNumbers() ? " does not come next after " : " does not come after ")
              + other()
              + " of its session";
      case INTERNAL -> transaction + " read " + version(finding.actual()) + " after " + before();
      case EXTERNAL ->
          transaction + " read " + version(finding.actual()) + ", which was " + origin();
      case NO_CONFLICT -> transaction + " and " + other() + " overlap and both write " + key;
      default -> throw new IllegalArgumentException(finding.kind() + " is not by timestamps");
    };
  }

  /** The argument, in order. */
  public List<String> sentences() {
    if (finding.isLoss()) {
      return finding.actual().lines().skip(1).toList();
    }
    return switch (finding.kind()) {
      case TIMESTAMP_ORDER ->
          List.of(
              String.format(
                  "%s claims to start at %s and to commit at %s.",
                  transaction, finding.transaction().start(), finding.transaction().commit()),
              "What it should have read is open, so its reads are not judged.");
      case TIMESTAMP_TIE ->
          List.of(
              times(),
              "One of them writes "
                  + (key.isEmpty() ? "a key" : key)
                  + " and the other one touches it, so their order matters, and the timestamps do"
                  + " not show it.");
      case SESSION ->
          List.of(
              times(),
              String.format(
                  "%s follows %s in session %s, so it should have %s.",
                  transaction,
                  other(),
                  Printable.name(finding.transaction().session()),
                  finding.expected()),
              CONTRADICTION + "it has " + finding.actual() + ". A contradiction!");
      case INTERNAL ->
          List.of(
              String.format(
                  Locale.ROOT,
                  "Within %s the last operation on %s before operation %d leaves %s.",
                  transaction,
                  key,
                  finding.operation(),
                  version(finding.expected())),
              CONTRADICTION
                  + "operation "
                  + finding.operation()
                  + " read "
                  + version(finding.actual())
                  + ". A contradiction!");
      case EXTERNAL -> external();
      case NO_CONFLICT ->
          List.of(
              times(),
              String.format(
                  "Both write %s, and %s had not committed when %s started: one of them had to"
                      + " abort.",
                  key, other(), transaction));
      default -> throw new IllegalArgumentException(finding.kind() + " is not by timestamps");
    };
  }

  private List<String> external() {
    String writer =
        finding
            .other()
            .map(other -> "written by " + Names.named(other.name()) + " (" + times(other) + ")")
            .orElse("the initial value");
    return List.of(
        String.format(
            "By the timestamps %s (%s) should read %s, %s.",
            transaction, times(finding.transaction()), version(finding.expected()), writer),
        String.format(
            Locale.ROOT,
            CONTRADICTION + "operation %d read %s, which was %s. A contradiction!",
            finding.operation(),
            version(finding.actual()),
            origin()));
  }

  private String before() {
    return "its own operations left " + version(finding.expected());
  }

  private String origin() {
    return switch (finding.source()) {
      case NEVER_WRITTEN -> "never written";
      case UNCOMMITTED -> "never committed";
      case INTERMEDIATE -> "only an intermediate value of its transaction";
      case OVERWRITTEN -> "already overwritten";
      case FUTURE -> "not yet committed: it comes from the future";
      case NOT_KNOWN -> "not the visible value";
    };
  }

  private String version(String value) {
    return key + " = " + Printable.name(value);
  }

  /** Whether the place in the session is wrong, and not the timestamps. */
  private boolean isAboutNumbers() {
    return finding.expected().startsWith("number ");
  }

  private String other() {
    return finding.other().map(other -> Names.named(other.name())).orElse("the initial state");
  }

  private String times() {
    return finding
        .other()
        .map(
            other ->
                String.format(
                    "%s has %s, %s has %s.",
                    other(), times(other), transaction, times(finding.transaction())))
        .orElse("");
  }

  private static String times(TimestampedTransaction one) {
    return "start " + one.start() + ", commit " + one.commit();
  }
}
