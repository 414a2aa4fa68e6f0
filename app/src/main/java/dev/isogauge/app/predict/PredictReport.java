package dev.isogauge.app.predict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.app.check.MentionedCommands;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.check.Plan;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.Assumption;
import dev.isogauge.predict.PredictedStep;
import dev.isogauge.predict.Prediction;
import dev.isogauge.predict.PredictionText;
import dev.isogauge.predict.Predictions;
import dev.isogauge.predict.Predictor;
import dev.isogauge.predict.StoreLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.HtmlReport;
import dev.isogauge.report.JsonReport;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code predict} says. */
final class PredictReport {
  private final String name;
  private final Predictor predictor;
  private final Engine engine;
  private final IsolationLevel question;

  PredictReport(String name, Predictor predictor, Engine engine, IsolationLevel question) {
    this.name = name;
    this.predictor = predictor;
    this.engine = engine;
    this.question = question;
  }

  /** What may happen at a level; returns the exit code. */
  int predicted(
      Console console,
      Arguments arguments,
      StoreLevel level,
      List<Assumption> assumptions,
      Predictions predictions,
      List<List<Assumption>> remedies,
      List<Confirmation.Answer> answers)
      throws IOException {
    int code = exitCode(predictions);
    if (arguments.flag("--json")) {
      console.out().println(json(level, assumptions, predictions, remedies, answers));
      return code;
    }
    head(console, "at " + level);
    for (Assumption assumption : assumptions) {
      console.show("  assumed: " + assumption);
    }
    int number = 0;
    for (Prediction prediction : predictions.found()) {
      List<String> lines = PredictionText.of(prediction, !arguments.quiet());
      console.show("");
      console.show(++number + ". " + lines.get(0));
      lines.subList(1, lines.size()).forEach(line -> console.show("   " + line));
      if (!answers.isEmpty()) {
        console.show("   " + answers.get(number - 1));
      }
    }
    console.show("");
    console.show(summary(level, predictions));
    if (!remedies.isEmpty()) {
      console.show("");
      console.show("With any of these changes nothing is predicted, cheapest first:");
      remedies.forEach(remedy -> console.show("  " + options(remedy)));
    }
    sayCuts(console, cuts(predictions));
    predictions.undecided().forEach(each -> console.show("Undecided: " + each));
    sayLeftOut(console);
    return code;
  }

  /** Of the predictions and of what was tried against them. */
  private List<String> cuts(Predictions predictions) {
    Set<String> cuts = new LinkedHashSet<>(predictions.cuts());
    cuts.addAll(predictor.cuts());
    return List.copyOf(cuts);
  }

  private static void sayCuts(Console console, List<String> cuts) {
    cuts.forEach(cut -> console.show("Not everything was explored: " + cut));
  }

  private void sayLeftOut(Console console) {
    if (!predictor.isComplete()) {
      console.show("What was left out may race, too.");
    }
  }

  private String options(List<Assumption> remedy) {
    Optional<StoreLevel> level = remedy.get(0).level();
    if (level.isPresent() && remedy.size() > 1 && remedy.size() == predictor.shapes().size()) {
      return "--isolation '" + level.get().name() + "'";
    }
    return remedy.stream().map(each -> "--assume '" + each + "'").collect(Collectors.joining(" "));
  }

  private void head(Console console, String where) {
    console.show(
        String.format(
            "%s: %s of %s, %s",
            name,
            Words.count(predictor.transactions(), "transaction"),
            Words.count(predictor.shapes().size(), "shape"),
            where));
    predictor.shapes().forEach(shape -> console.show("  " + shape));
    predictor.leftOut().forEach(sentence -> console.show("  " + sentence));
  }

  private int exitCode(Predictions predictions) {
    if (!predictions.found().isEmpty()) {
      return ExitCode.VIOLATED;
    }
    boolean isAnswer =
        predictions.sharesAnything()
            && predictor.isComplete()
            && predictions.cuts().isEmpty()
            && predictions.undecided().isEmpty();
    return isAnswer ? ExitCode.SATISFIED : ExitCode.UNKNOWN;
  }

  private String summary(StoreLevel level, Predictions predictions) {
    if (!predictions.sharesAnything()) {
      return nothing();
    }
    String explored =
        predictions.states() == 0 && predictions.cuts().isEmpty()
            ? "No two or three of them can make a cycle on snapshots, so none had to be run."
            : explored(predictions);
    return predictions.found().isEmpty()
        ? "Nothing is predicted: every run satisfies " + question.id() + ". " + explored
        : String.format(
            "%s at %s. %s",
            Words.count(predictions.found().size(), "race") + " predicted", level, explored);
  }

  private static String explored(Predictions predictions) {
    return String.format(
        "%s of two transactions and %,d of three were run in all interleavings: %,d states.%s",
        Words.count(predictions.pairs(), "set"),
        predictions.triples(),
        predictions.states(),
        predictions.ruledOut() == 0
            ? ""
            : " "
                + Words.count(predictions.ruledOut(), "kind")
                + " of sets cannot have a cycle on snapshots.");
  }

  private String nothing() {
    return predictor.transactions() == 0
        ? "Nothing to predict: the history has no transaction that can be run again."
        : "Nothing to predict: no two transactions use a row that one of them changes or locks.";
  }

  /** Which levels are enough; returns the exit code. */
  int weakest(Console console, Arguments arguments, Optional<Map<String, StoreLevel>> levels)
      throws IOException {
    boolean shares = predictor.sharesAnything();
    boolean isAnswer =
        levels.isPresent() && shares && predictor.isComplete() && predictor.cuts().isEmpty();
    int code = isAnswer ? ExitCode.SATISFIED : ExitCode.UNKNOWN;
    if (arguments.flag("--json")) {
      console.out().println(json(levels));
      return code;
    }
    head(console, "on " + engine.title());
    console.show("");
    if (!shares || levels.isEmpty()) {
      console.show(
          !shares
              ? nothing()
              : "No level of "
                  + engine.title()
                  + " is known to be enough; --isolation shows what is predicted at one.");
      sayCuts(console, predictor.cuts());
      return code;
    }
    console.show("Enough for " + question.id() + ", when all run together:");
    levels.get().forEach((shape, level) -> console.show("  " + shape + ": " + level.name()));
    sayCuts(console, predictor.cuts());
    sayLeftOut(console);
    return code;
  }

  /** Every predicted history on one page. */
  void page(Path file, Predictions predictions, String version) throws EnvironmentException {
    try (AtomicFile page = new AtomicFile(file)) {
      HtmlReport report =
          new HtmlReport(page.output(), version, new MentionedCommands(Optional.empty()));
      for (Prediction prediction : predictions.found()) {
        CheckResult result =
            CheckResult.of(
                    prediction.title(),
                    "isogauge",
                    prediction.history(),
                    Plan.of(prediction.history()).question(question),
                    prediction.verdict())
                .with(CheckResult.Times.NONE, List.of("predicted, not recorded"));
        String first = prediction.explanation().lines().findFirst().orElseThrow();
        report.title("Predicted: " + first.substring(first.indexOf(": ") + 2));
        report.file(List.of(result), false);
      }
      report.finish();
      page.commit();
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + FileFailures.message(file.toString(), e));
    }
  }

  private interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private String json(Body body) throws IOException {
    StringWriter text = new StringWriter();
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    try (JsonGenerator json = factory.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("file", name);
      json.writeStringField("database", engine.id());
      json.writeStringField("level", question.id());
      json.writeNumberField("transactions", predictor.transactions());
      strings(json, "shapes", predictor.shapes());
      strings(json, "leftOut", predictor.leftOut());
      body.write(json);
      json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
      json.writeEndObject();
    }
    return text.toString();
  }

  private String json(Optional<Map<String, StoreLevel>> levels) throws IOException {
    return json(
        json -> {
          json.writeObjectFieldStart("enough");
          for (Map.Entry<String, StoreLevel> each : levels.orElse(Map.of()).entrySet()) {
            json.writeStringField(each.getKey(), each.getValue().name());
          }
          json.writeEndObject();
          strings(json, "cuts", predictor.cuts());
        });
  }

  private String json(
      StoreLevel level,
      List<Assumption> assumptions,
      Predictions predictions,
      List<List<Assumption>> remedies,
      List<Confirmation.Answer> answers)
      throws IOException {
    return json(
        json -> {
          json.writeStringField("isolation", level.name());
          strings(json, "assumed", assumptions.stream().map(Assumption::toString).toList());
          json.writeNumberField("pairs", predictions.pairs());
          json.writeNumberField("triples", predictions.triples());
          json.writeNumberField("states", predictions.states());
          json.writeNumberField("ruledOut", predictions.ruledOut());
          strings(json, "cuts", cuts(predictions));
          strings(json, "undecided", predictions.undecided());
          json.writeArrayFieldStart("predictions");
          for (int i = 0; i < predictions.found().size(); i++) {
            prediction(json, predictions.found().get(i), answers.isEmpty() ? null : answers.get(i));
          }
          json.writeEndArray();
          json.writeArrayFieldStart("remedies");
          for (List<Assumption> remedy : remedies) {
            json.writeStartArray();
            for (Assumption each : remedy) {
              json.writeString(each.toString());
            }
            json.writeEndArray();
          }
          json.writeEndArray();
        });
  }

  private static void prediction(
      JsonGenerator json, Prediction prediction, Confirmation.Answer answer) throws IOException {
    json.writeStartObject();
    strings(json, "shapes", prediction.shapes());
    strings(json, "recorded", prediction.recorded());
    json.writeStringField("kind", prediction.kind().title());
    json.writeArrayFieldStart("schedule");
    for (PredictedStep step : prediction.steps()) {
      json.writeStartObject();
      json.writeStringField("transaction", prediction.names().get(step.member()));
      json.writeStringField("does", step.what());
      json.writeStringField("outcome", step.kind().name().toLowerCase(Locale.ROOT));
      json.writeStringField("result", step.result());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("explanation", prediction.explanation());
    json.writeStringField("history", prediction.text());
    if (answer != null) {
      json.writeObjectFieldStart("confirmation");
      json.writeStringField("outcome", answer.outcome().name().toLowerCase(Locale.ROOT));
      json.writeStringField("database", answer.database());
      json.writeStringField("how", answer.how());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, String field, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
