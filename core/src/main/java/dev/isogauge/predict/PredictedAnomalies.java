package dev.isogauge.predict;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Has runs judged, and keeps the smallest of each set of shapes and kind of anomaly. */
final class PredictedAnomalies {
  private final History history;
  private final List<ConditionSearch> searches;
  private final IsolationLevel question;
  private final Map<String, Prediction> found = new TreeMap<>();
  private final Map<String, String> undecided = new LinkedHashMap<>();

  PredictedAnomalies(History history, List<ConditionSearch> searches, IsolationLevel question) {
    this.history = history;
    this.searches = searches;
    this.question = question;
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** The predictions; those of three shapes that two of them do not show. */
  List<Prediction> predictions() {
    return found.values().stream().filter(each -> !isShownByFewer(each)).toList();
  }

  /** Sets with a run that the checkers could not decide. */
  List<String> undecided() {
    return List.copyOf(undecided.values());
  }

  /** Whether there is a prediction for some of these shapes. */
  boolean concern(List<Cast> members) {
    List<String> shapes = shapes(members);
    return found.values().stream().anyMatch(each -> shapes.containsAll(each.shapes()));
  }

  /** Whether two of its three shapes have the same anomaly without the third. */
  private boolean isShownByFewer(Prediction three) {
    List<String> names = three.shapes();
    for (int left = 0; names.size() > 2 && left < names.size(); left++) {
      List<String> two = new ArrayList<>(names);
      two.remove(left);
      if (found.containsKey(String.join(" × ", two) + ": " + three.kind().title())) {
        return true;
      }
    }
    return false;
  }

  private static List<String> shapes(List<Cast> members) {
    return members.stream().map(each -> each.shape().name()).toList();
  }

  private static String[] names(List<Cast> members) {
    List<String> of = shapes(members);
    String[] names = new String[of.size()];
    for (int i = 0; i < names.length; i++) {
      int same = 0;
      for (int before = 0; before < i; before++) {
        same += of.get(before).equals(of.get(i)) ? 1 : 0;
      }
      boolean repeats = Collections.frequency(of, of.get(i)) > 1;
      names[i] = repeats ? of.get(i) + "-" + (same + 1) : of.get(i);
    }
    return names;
  }

  /** Has a run judged. */
  void judge(List<Cast> members, Interleaving run) {
    String set = String.join(" × ", shapes(members));
    String[] names = names(members);
    RunText text = new RunText(run, history, searches, names);
    History made;
    try {
      made = IsogaugeText.parse(text.text());
    } catch (InputException e) {
      throw new IllegalStateException("a predicted history cannot be read: " + text.text(), e);
    }
    Plan plan = Plan.of(made);
    Verdict verdict = plan.route(plan.question(question)).check(Limits.DEFAULT);
    if (verdict instanceof Verdict.Unknown unknown) {
      undecided.putIfAbsent(set, set + ": " + unknown.reason());
    } else if (verdict instanceof Verdict.Violated violated) {
      Set<AnomalyKind> kinds = new HashSet<>();
      for (Anomaly anomaly : violated.anomalies()) {
        Prediction known = found.get(set + ": " + anomaly.kind().title());
        boolean isSmaller = known == null || run.isSmallerThan(known.run().run());
        if (kinds.add(anomaly.kind()) && isSmaller) {
          found.put(
              set + ": " + anomaly.kind().title(),
              prediction(members, run, names, text, made, anomaly, verdict));
        }
      }
    }
  }

  private Prediction prediction(
      List<Cast> members,
      Interleaving run,
      String[] names,
      RunText text,
      History made,
      Anomaly anomaly,
      Verdict verdict) {
    return new Prediction(
        shapes(members),
        List.of(names),
        members.stream().map(each -> each.program().name()).toList(),
        members.stream().map(Cast::level).toList(),
        anomaly.kind(),
        new ScheduleWords(run, text, history, searches).steps(),
        text.text(),
        made,
        verdict,
        new Explainer(made).explain(anomaly).text().stripTrailing(),
        new PredictedRun(run, text, history));
  }
}
