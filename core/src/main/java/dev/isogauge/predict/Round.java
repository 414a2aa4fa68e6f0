package dev.isogauge.predict;

import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Runs sets of casts, and finds what may happen. */
final class Round {
  /** States of a scene of two that are visited at most; of a scene of three fewer. */
  private static final int STATES = 50_000;

  private static final int STATES_OF_THREE = 5_000;

  private final List<Cast> casts;
  private final SceneBuilder scenes;
  private final PredictedAnomalies findings;
  private final BooleanSupplier isOver;
  private final Set<String> explored = new HashSet<>();
  private long states;
  private int cutScenes;
  private int tooLarge;
  private boolean isOutOfTime;

  /**
   * A round.
   *
   * @param isOver whether the time is over
   */
  Round(
      List<Cast> casts, SceneBuilder scenes, PredictedAnomalies findings, BooleanSupplier isOver) {
    this.casts = casts;
    this.scenes = scenes;
    this.findings = findings;
    this.isOver = isOver;
  }

  /**
   * What may happen.
   *
   * @param untilFound whether the first race ends it
   */
  Predictions run(Uses uses, boolean untilFound) {
    Sets sets = new Sets(casts, uses);
    int pairs = 0;
    for (int[] two : sets.pairs()) {
      pairs += goesOn(untilFound) && explore(two) ? 1 : 0;
    }
    int triples = 0;
    List<int[]> later = new ArrayList<>();
    if (goesOn(untilFound)) {
      for (int[] three : sets.triples()) {
        if (findings.concern(members(three))) {
          later.add(three);
        } else {
          triples += goesOn(untilFound) && explore(three) ? 1 : 0;
        }
      }
    }
    // What has a race already comes last.
    for (int[] three : later) {
      triples += goesOn(untilFound) && explore(three) ? 1 : 0;
    }
    return new Predictions(
        findings.predictions(),
        pairs,
        triples,
        states,
        sets.ruledOut(),
        !sets.isEmpty(),
        cuts(sets),
        findings.undecided());
  }

  private boolean goesOn(boolean untilFound) {
    if (untilFound && !findings.isEmpty()) {
      return false;
    }
    isOutOfTime |= isOver.getAsBoolean();
    return !isOutOfTime;
  }

  private List<Cast> members(int[] set) {
    return Arrays.stream(set).mapToObj(casts::get).toList();
  }

  /** Explores a scene unless an equal one was; whether it did. */
  private boolean explore(int[] set) {
    List<Cast> members = members(set);
    StoreLevel[] levels = members.stream().map(Cast::level).toArray(StoreLevel[]::new);
    Scene scene = scenes.scene(members.stream().map(Cast::program).toList(), levels);
    StringBuilder code = new StringBuilder();
    for (Cast member : members) {
      code.append(member.shapeNumber());
      for (int key : scene.keys()) {
        code.append(member.program().absent().contains(key) ? '-' : '+');
      }
    }
    code.append(Arrays.deepToString(scene.code()))
        .append(Arrays.toString(scene.rowOf()))
        .append(Arrays.toString(scene.isThere()))
        .append(Arrays.deepToString(scene.meets()));
    if (scene.keyCount() == 0 || !explored.add(code.toString())) {
      return false;
    } else if (!scene.fits()) {
      tooLarge++;
      return false;
    }
    Map<ProgramDependencies, Interleaving> smallest = new LinkedHashMap<>();
    boolean areThree = set.length > 2;
    Exploration exploration = new Exploration(scene, areThree ? STATES_OF_THREE : STATES);
    exploration.run(
        run -> {
          ProgramDependencies dependencies = run.dependencies();
          if (dependencies.areCyclic(areThree) && run.isPossible()) {
            smallest.merge(
                dependencies, run, (known, other) -> other.isSmallerThan(known) ? other : known);
          }
          return !isOver.getAsBoolean();
        });
    smallest.values().forEach(run -> findings.judge(members, run));
    states += exploration.states();
    cutScenes += exploration.isCut() ? 1 : 0;
    return true;
  }

  private List<String> cuts(Sets sets) {
    List<String> cuts = new ArrayList<>();
    if (isOutOfTime) {
      cuts.add("The time was over before all sets of transactions were explored.");
    }
    if (sets.isSampled()) {
      cuts.add("Where many transactions share a row, not every set of them was tried.");
    }
    if (sets.hasMore()) {
      cuts.add(
          "Of sets of transactions that do the same with what they share, those with the fewest"
              + " shared rows were run.");
    }
    if (tooLarge > 0) {
      cuts.add(
          "Left out: "
              + Words.count(tooLarge, "set")
              + " of transactions with more than "
              + Scene.MOST
              + " shared rows or statements.");
    }
    if (cutScenes > 0) {
      cuts.add(
          "Of "
              + Words.count(cutScenes, "set")
              + " of transactions with too many states, schedules with few preemptions were"
              + " explored.");
    }
    return cuts;
  }
}
