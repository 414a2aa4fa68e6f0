package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.evidence.ListSources;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes sentences of evidence: names the transactions with the operations that matter, says what
 * follows from which of them, and ends in the contradiction. The only place where sentences about
 * anomalies are made; all reports share it.
 *
 * <p>Everything that came from the history is made harmless for terminals ({@link Printable}), long
 * transactions, names and chains are shortened.
 */
public final class Explainer {
  private final History history;
  private final KeyWriters writers;

  /** Explains anomalies that were found in the history. */
  public Explainer(History history) {
    this.history = history;
    this.writers = new KeyWriters(history);
  }

  private Story story() {
    return new Story(history, writers);
  }

  /** The anomaly in sentences. */
  public Explanation explain(Anomaly anomaly) {
    if (anomaly instanceof Anomaly.FaultyRead faulty) {
      return FaultyReads.explain(story(), faulty);
    } else if (anomaly instanceof Anomaly.StaleRead stale) {
      return StaleReads.explain(story(), stale);
    } else if (anomaly instanceof Anomaly.NonRepeatableRead unrepeated) {
      return explain(unrepeated);
    } else if (anomaly instanceof Anomaly.CausalCycle cycle) {
      return explain(cycle);
    } else if (anomaly instanceof Anomaly.CommitOrderCycle cycle) {
      return explain(cycle);
    } else if (anomaly instanceof Anomaly.DuplicateWrite duplicate) {
      return explain(duplicate);
    } else if (anomaly instanceof Anomaly.OverlappingSession overlapping) {
      return explain(overlapping);
    } else if (anomaly instanceof Anomaly.DependencyCycle cycle) {
      return StrongStories.cycle(story(), cycle);
    } else if (anomaly instanceof Anomaly.LostUpdate lost) {
      return LostUpdates.explain(story(), lost);
    } else if (anomaly instanceof Anomaly.FaultyListRead faulty) {
      return StrongStories.faultyRead(story(), faulty);
    } else if (anomaly instanceof Anomaly.CyclicVersions cyclic) {
      return StrongStories.cyclicVersions(story(), cyclic);
    } else if (anomaly instanceof Anomaly.IncompatibleOrder incompatible) {
      return StrongStories.incompatibleOrder(story(), incompatible);
    } else if (anomaly instanceof Anomaly.FaultyMember faulty) {
      return CertificateStories.faultyMember(story(), faulty);
    } else if (anomaly instanceof Anomaly.ResultSetMismatch mismatch) {
      return CertificateStories.mismatch(story(), mismatch);
    } else if (anomaly instanceof Anomaly.DirtyUpdate dirty) {
      return CertificateStories.dirtyUpdate(story(), dirty);
    } else if (anomaly instanceof Anomaly.UnseenDependency unseen) {
      return CertificateStories.unseen(story(), unseen);
    } else if (anomaly instanceof Anomaly.SnapshotCycle cycle) {
      return CertificateStories.snapshotCycle(story(), cycle);
    } else if (anomaly instanceof Anomaly.MissingVersion missing) {
      return CertificateStories.missing(story(), missing);
    } else if (anomaly instanceof Anomaly.UnknownVersion unknown) {
      return CertificateStories.unknown(story(), unknown);
    } else if (anomaly instanceof Anomaly.TimestampViolation violation) {
      return explain(violation);
    } else if (anomaly instanceof Anomaly.NonLinearizable unordered) {
      return LinearStories.explain(story(), unordered);
    } else if (anomaly instanceof Anomaly.OrderViolation violation) {
      return ReplayStories.explain(story(), violation);
    } else if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      return ReplayStories.explain(story(), mismatch);
    } else if (anomaly instanceof Anomaly.NoVersionOrder unordered) {
      return CaseStories.explain(story(), unordered);
    }
    throw new IllegalArgumentException("no explanation for " + anomaly.kind());
  }

  private Explanation explain(Anomaly.NonRepeatableRead anomaly) {
    Story story = story();
    int first = writer(anomaly.firstRead());
    int second = writer(anomaly.secondRead());
    story.cast.enter(first);
    story.cast.enter(second);
    String reader = story.names.transaction(anomaly.transaction());
    story.say(story.reasons.saw(anomaly.firstRead(), first));
    story.say("Until it writes that key itself, its other reads of it should see the same version");
    story.sayContradiction("it then " + story.reasons.what("read", anomaly.secondRead(), second));

    return story.tell(
        anomaly.kind(),
        String.format(
            "%s read %s and then %s",
            reader,
            versionOf(story, anomaly.firstRead(), anomaly.secondRead(), first),
            versionOf(story, anomaly.secondRead(), anomaly.firstRead(), second)));
  }

  /** The version that was read; with its writer, where the value alone does not set it apart. */
  private static String versionOf(Story story, int read, int other, int writer) {
    String version = story.names.version(read);
    return Marks.plain(version).equals(Marks.plain(story.names.version(other)))
        ? version + " of " + story.names.transaction(writer)
        : version;
  }

  private Explanation explain(Anomaly.CausalCycle anomaly) {
    Story story = story();
    tellCycle(story, anomaly.cycle());
    story.say("No transaction can see what happens only after it");
    return story.tell(anomaly.kind(), members(story, anomaly.cycle()) + " happened before itself");
  }

  private Explanation explain(Anomaly.CommitOrderCycle anomaly) {
    Story story = story();
    List<Edge> cycle = Evidence.inferredLast(anomaly.cycle());
    tellCycle(story, cycle);
    return story.tell(
        anomaly.kind(),
        anomaly.level(),
        members(story, cycle)
            + " would have to commit before itself under "
            + (anomaly.level() == IsolationLevel.RECORDED
                ? "the recorded levels"
                : anomaly.level().id()));
  }

  static String members(Story story, List<Edge> cycle) {
    return cycle.size() <= 3
        ? "each of "
            + Words.list(cycle.stream().map(e -> story.names.transaction(e.from())).toList())
        : "each of " + cycle.size() + " transactions";
  }

  static void tellCycle(Story story, List<Edge> cycle) {
    List<String> steps = story.reasons.steps(cycle);
    steps.subList(0, steps.size() - 1).forEach(story::say);
    story.sayContradiction(steps.get(steps.size() - 1));
  }

  private Explanation explain(Anomaly.DuplicateWrite anomaly) {
    Story story = story();
    String version = story.names.version(anomaly.secondWrite());
    String second = story.names.transactionOf(anomaly.secondWrite());
    String first = "the initial state";

    if (anomaly.firstWrite() == History.INITIAL) {
      story.say(second + " wrote " + version + ", which is also the initial value");
    } else {
      story.cast.mention(anomaly.firstWrite());
      first = story.names.transactionOf(anomaly.firstWrite());
      story.say(first + " and " + second + " both wrote " + version);
    }
    story.cast.mention(anomaly.secondWrite());

    story.say(
        "Unless it names the writer, a read of it by another transaction may have seen either and"
            + " proves nothing; by itself this violates no level");
    return story.tell(
        anomaly.kind(), version + " comes both from " + first + " and from " + second);
  }

  private Explanation explain(Anomaly.OverlappingSession anomaly) {
    Story story = story();
    story.cast.enter(anomaly.earlier());
    story.cast.enter(anomaly.later());
    String earlier = story.names.transaction(anomaly.earlier());
    String later = story.names.transaction(anomaly.later());
    String session = story.names.session(anomaly.session());
    story.say(
        String.format(
            Locale.ROOT,
            "%s comes before %s in session %s, but on the client's clock %s began at %d, before %s"
                + " ended at %d",
            earlier,
            later,
            session,
            later,
            history.beginTime(anomaly.later()),
            earlier,
            history.endTime(anomaly.earlier())));
    story.say("No order between the two is assumed; by itself this violates no level");
    return story.tell(
        anomaly.kind(),
        String.format("%s began before %s ended, in session %s", later, earlier, session));
  }

  private Explanation explain(Anomaly.TimestampViolation anomaly) {
    Story story = story();
    story.cast.enter(anomaly.other());
    if (anomaly.operation() >= 0) {
      story.cast.mention(anomaly.operation());
    } else {
      story.cast.enter(anomaly.transaction());
    }
    return new TimestampStory(anomaly.finding()).explanation(story.cast.lines(), subjects(anomaly));
  }

  private static List<Subject> subjects(Anomaly.TimestampViolation anomaly) {
    List<Subject> subjects = new ArrayList<>();
    subjects.add(
        anomaly.operation() >= 0
            ? new Subject.OfOperation(anomaly.operation())
            : new Subject.OfTransaction(anomaly.transaction()));
    if (anomaly.other() != History.INITIAL) {
      subjects.add(new Subject.OfTransaction(anomaly.other()));
    }
    return subjects;
  }

  private int writer(int read) {
    return ListSources.writer(history, read);
  }
}
