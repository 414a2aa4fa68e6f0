package dev.isogauge.predict;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predicts races of recorded transactions:
 *
 * <ol>
 *   <li>Transactions are read as programs and grouped by shape; those that differ in nothing count
 *       once.
 *   <li>{@link Sets} finds which two and three run together, each kind of set a few times.
 *   <li>{@link Round} goes through all their interleavings on the store of the level.
 *   <li>Runs whose dependencies make a cycle are judged by the checkers. Of three, only cycles
 *       through all of them count: others were found with two.
 *   <li>For each set of shapes and kind of anomaly, the smallest schedule stays.
 * </ol>
 *
 * <p>Every prediction is a run of the store. What bounds leave out is said.
 */
public final class Predictor {
  private final History history;
  private final Engine engine;
  private final Remedies remedies;
  private final IsolationLevel question;
  private final long deadline;
  private final ProgramReader reader;
  private final SceneBuilder scenes;
  private final List<Shape> shapes;

  /**
   * Predictions for a history.
   *
   * @param question what must hold
   * @param nanos how long it may take
   */
  public Predictor(History history, Engine engine, IsolationLevel question, long nanos) {
    this.history = history;
    this.engine = engine;
    this.remedies = new Remedies(this, engine);
    this.question = question;
    this.deadline = System.nanoTime() + nanos;
    this.reader = new ProgramReader(history);
    boolean[] lists = new boolean[history.keyCount()];
    for (int key = 0; key < lists.length; key++) {
      lists[key] = reader.isList(key);
    }
    this.scenes = new SceneBuilder(history, reader.searches(), lists);
    this.shapes = new Shapes(history, scenes, reader.searches()).of(reader.programs());
  }

  /** What was recorded: the shapes, each in words. */
  public List<String> shapes() {
    return shapes.stream().map(Shape::toString).toList();
  }

  /** The names of the shapes. */
  public List<String> shapeNames() {
    return shapes.stream().map(Shape::name).toList();
  }

  /** How many transactions are programs. */
  public int transactions() {
    return reader.programs().size();
  }

  /** What was left out of the recording, and why. */
  public List<String> leftOut() {
    return reader.leftOut();
  }

  /** Whether nothing that committed was left out. */
  public boolean isComplete() {
    return reader.isComplete();
  }

  /** Whether any two transactions use a row that one of them changes or locks. */
  public boolean sharesAnything() {
    List<Cast> casts = casts(engine.levels().get(0), List.of());
    return !new Sets(casts, new Uses(casts, scenes, reader.searches())).isEmpty();
  }

  /** Whether an assumption would change anything. */
  public boolean concerns(Assumption assumption) {
    return shapes.stream()
        .filter(shape -> shape.name().equals(assumption.shape()))
        .anyMatch(
            shape ->
                assumption.kind() == Assumption.Kind.ISOLATION
                    || shape.programs().stream().anyMatch(assumption::concerns));
  }

  /** What may happen if all run at a level, but for what is assumed. */
  public Predictions predict(StoreLevel level, List<Assumption> assumptions) {
    return look(level, assumptions, false);
  }

  /** Changes that leave nothing to predict, cheapest first; at most this many. */
  public List<List<Assumption>> remedies(StoreLevel level, Predictions predictions, int most) {
    return remedies.remedies(level, predictions, most);
  }

  /**
   * The weakest levels at which nothing is predicted: the weakest one for all shapes, and by shape
   * a weaker one that still does beside those of the others. Empty if no level does.
   */
  public Optional<Map<String, StoreLevel>> weakest() {
    return remedies.weakest();
  }

  /** What bounds left out when remedies or levels were tried. */
  public List<String> cuts() {
    return remedies.cuts();
  }

  boolean isOver() {
    return System.nanoTime() > deadline;
  }

  /**
   * The same.
   *
   * @param untilFound whether the first race ends it
   */
  Predictions look(StoreLevel level, List<Assumption> assumptions, boolean untilFound) {
    List<Cast> casts = casts(level, assumptions);
    PredictedAnomalies findings = new PredictedAnomalies(history, reader.searches(), question);
    return new Round(casts, scenes, findings, this::isOver)
        .run(new Uses(casts, scenes, reader.searches()), untilFound);
  }

  private List<Cast> casts(StoreLevel level, List<Assumption> assumptions) {
    List<Cast> casts = new ArrayList<>();
    for (int s = 0; s < shapes.size(); s++) {
      Shape shape = shapes.get(s);
      List<Assumption> own =
          assumptions.stream().filter(each -> each.shape().equals(shape.name())).toList();
      StoreLevel asked = level;
      for (Assumption assumption : own) {
        asked = assumption.level().orElse(asked);
      }
      for (Program program : shape.programs()) {
        Program changed = program;
        for (Assumption assumption : own) {
          changed = assumption.applied(changed);
        }
        casts.add(new Cast(changed, shape, s, asked));
      }
    }
    return casts;
  }
}
