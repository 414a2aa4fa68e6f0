package dev.isogauge.predict;

import dev.isogauge.predict.StoreLevel.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks for changes, and for levels, at which nothing is predicted. */
final class Remedies {
  private final Predictor predictor;
  private final Engine engine;
  private final Set<String> cuts = new LinkedHashSet<>();

  Remedies(Predictor predictor, Engine engine) {
    this.predictor = predictor;
    this.engine = engine;
  }

  /** What bounds left out when changes and levels were tried. */
  List<String> cuts() {
    return List.copyOf(cuts);
  }

  /**
   * Changes that leave nothing to predict, cheapest first; at most this many. Bounds that apply to
   * the predictions apply to them.
   */
  List<List<Assumption>> remedies(StoreLevel level, Predictions predictions, int most) {
    List<List<Assumption>> remedies = new ArrayList<>();
    boolean mayBeCut = !predictions.cuts().isEmpty();
    for (List<Assumption> candidate : candidates(level, predictions)) {
      if (remedies.size() == most) {
        break;
      } else if (predictor.isOver()) {
        cuts.add("The time was over before all remedies were tried.");
        break;
      }
      boolean isCovered = remedies.stream().anyMatch(candidate::containsAll);
      if (!isCovered && candidate.stream().allMatch(predictor::concerns)) {
        Predictions with = predictor.look(level, candidate, true);
        if (isNothing(with) && (mayBeCut || with.cuts().isEmpty())) {
          remedies.add(candidate);
        }
      }
    }
    return remedies;
  }

  /** Whether nothing is predicted, as far as was explored in time. */
  private boolean isNothing(Predictions predictions) {
    return predictions.found().isEmpty()
        && predictions.undecided().isEmpty()
        && !predictor.isOver();
  }

  /** One change of one shape, then the same for all shapes that take part; statements first. */
  private List<List<Assumption>> candidates(StoreLevel level, Predictions predictions) {
    List<String> involved =
        predictions.found().stream().flatMap(each -> each.shapes().stream()).distinct().toList();
    List<List<Assumption>> candidates = new ArrayList<>();
    for (Assumption.Kind kind : List.of(Assumption.Kind.ATOMIC, Assumption.Kind.FOR_UPDATE)) {
      for (String shape : involved) {
        candidates.add(List.of(new Assumption(shape, kind, Optional.empty())));
      }
      List<Assumption> all =
          involved.stream()
              .map(shape -> new Assumption(shape, kind, Optional.empty()))
              .filter(predictor::concerns)
              .toList();
      if (all.size() > 1) {
        candidates.add(all);
      }
    }
    List<StoreLevel> levels = engine.levels();
    for (StoreLevel stronger : levels.subList(levels.indexOf(level) + 1, levels.size())) {
      for (String shape : involved) {
        candidates.add(at(stronger, List.of(shape)));
      }
      candidates.add(at(stronger, involved));
      candidates.add(at(stronger, predictor.shapeNames()));
    }
    return candidates;
  }

  private static List<Assumption> at(StoreLevel level, List<String> shapes) {
    return shapes.stream()
        .map(shape -> new Assumption(shape, Assumption.Kind.ISOLATION, Optional.of(level)))
        .toList();
  }

  /**
   * The weakest levels at which nothing is predicted: the weakest one for all shapes, and by shape
   * a weaker one that still does beside those of the others. Empty if no level does. What was not
   * explored is in {@link #cuts}.
   */
  Optional<Map<String, StoreLevel>> weakest() {
    for (StoreLevel level : engine.levels()) {
      if (isEnough(level, Map.of())) {
        return Optional.of(mixed(level));
      }
    }
    if (predictor.isOver()) {
      cuts.add("The time was over before all levels were tried.");
    }
    return Optional.empty();
  }

  private Map<String, StoreLevel> mixed(StoreLevel enough) {
    Map<String, StoreLevel> levels = new LinkedHashMap<>();
    predictor.shapeNames().forEach(shape -> levels.put(shape, enough));
    for (String shape : predictor.shapeNames()) {
      for (StoreLevel weaker : engine.levels()) {
        if (predictor.isOver()) {
          cuts.add("The time was over before weaker levels were tried for all shapes.");
          return levels;
        } else if (weaker.equals(enough)) {
          break;
        }
        levels.put(shape, weaker);
        if (isEnough(enough, levels)) {
          break;
        }
        levels.put(shape, enough);
      }
    }
    return levels;
  }

  private boolean isEnough(StoreLevel level, Map<String, StoreLevel> levels) {
    List<Assumption> assumptions = new ArrayList<>();
    levels.forEach(
        (shape, own) ->
            assumptions.add(new Assumption(shape, Assumption.Kind.ISOLATION, Optional.of(own))));
    Predictions predictions = predictor.look(level, assumptions, true);
    boolean isEnough = isNothing(predictions);
    if (isEnough) {
      cuts.addAll(predictions.cuts());
    }
    return isEnough;
  }
}
