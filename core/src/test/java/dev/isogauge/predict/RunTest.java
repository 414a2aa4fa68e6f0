package dev.isogauge.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Plan;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random programs on every store. */
class RunTest {
  private static final int ROUNDS = Integer.getInteger("isogauge.tests.thorough", 1) * 60;
  private static final String[] STEPS = {
    "r(x,%1$d)", "r(y,%2$d)", "w(x,%3$d)", "w(y,%3$d)", "d(x)", "w(z,%3$d)", "r(z,nil)"
  };

  private static History history(String text) throws InputException {
    return IsogaugeText.parse(text);
  }

  private static String program(Random random, int number) {
    StringBuilder text = new StringBuilder("s t-" + number + ":");
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      text.append(' ')
          .append(String.format(STEPS[random.nextInt(STEPS.length)], 1, 2, 10 * number + i));
    }
    return text.toString();
  }

  /**
   * Runs without a cycle of dependencies are not judged, so the checkers must find them
   * serializable, and all others not; replaying a schedule leads to its run; and a store whose
   * level is serializable makes no others.
   */
  @Test
  void dependenciesSayWhatTheCheckersSay() throws InputException {
    int cyclic = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      String text = "init x=1 y=2\n" + program(random, 1) + "\n" + program(random, 2) + "\n";
      History history = history(text.replace("r(x,1) r(x,1)", "r(x,1)"));
      ProgramReader reader = new ProgramReader(history);
      SceneBuilder scenes =
          new SceneBuilder(history, reader.searches(), new boolean[history.keyCount()]);
      for (Engine engine : Engine.values()) {
        for (StoreLevel level : engine.levels()) {
          Scene scene = scenes.scene(reader.programs(), new StoreLevel[] {level, level});
          int[] count = new int[1];
          new Exploration(scene, 100_000)
              .run(
                  run -> {
                    RunText words =
                        new RunText(run, history, reader.searches(), new String[] {"a", "b"});
                    boolean isCyclic = run.dependencies().areCyclic(false);
                    assertThat(verdict(words.text()))
                        .as("%s at %s%n%s", text, level, words.text())
                        .isInstanceOf(isCyclic ? Verdict.Violated.class : Verdict.Satisfied.class);
                    count[0] += isCyclic ? 1 : 0;
                    assertThat(new ScheduleWords(run, words, history, reader.searches()).steps())
                        .hasSizeGreaterThanOrEqualTo(run.choices().size());
                    return true;
                  });
          boolean isSerializable =
              level.name().equals("SERIALIZABLE")
                  && List.of(Engine.POSTGRES, Engine.MYSQL, Engine.MARIADB).contains(engine);
          if (isSerializable) {
            assertThat(count[0]).as("%s at %s", text, level).isZero();
          }
          cyclic += count[0];
          if (count[0] > 0) {
            assertThat(arePossible(reader, scenes, level)).as("%s at %s", text, level).isTrue();
          }
        }
      }
    }
    assertThat(cyclic).isGreaterThan(ROUNDS);
  }

  /** What is ruled out without a run has no cycle in any. */
  private static boolean arePossible(ProgramReader reader, SceneBuilder scenes, StoreLevel level) {
    List<Cast> casts = new ArrayList<>();
    for (Program program : reader.programs()) {
      Shape shape = new Shape(program.name(), List.of(), 1, List.of(program));
      casts.add(new Cast(program, shape, casts.size(), level));
    }
    Uses uses = new Uses(casts, scenes, reader.searches());
    return !new Sets(casts, uses).pairs().isEmpty();
  }

  private static Verdict verdict(String text) {
    try {
      Plan plan = Plan.of(history(text));
      return plan.route(plan.question(IsolationLevel.SERIALIZABILITY)).check(Limits.DEFAULT);
    } catch (InputException e) {
      throw new AssertionError(text, e);
    }
  }
}
