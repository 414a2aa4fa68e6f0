package dev.isogauge.collect.litmus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A matrix that was recorded earlier, as {@link MatrixJson} writes it, to compare another one with.
 * What can happen counts, and which claims that breaks; how it was prevented may depend on timing.
 */
public final class ExpectedMatrix {
  private final Map<Place, Expected> cells = new HashMap<>();

  private record Place(String database, String isolation, String schedule) {}

  private record Expected(CellOutcome outcome, Set<String> brokenClaims) {
    boolean isAs(Expected other) {
      return kind(outcome) == kind(other.outcome) && brokenClaims.equals(other.brokenClaims);
    }

    private static CellOutcome kind(CellOutcome outcome) {
      return outcome == CellOutcome.ABORTED || outcome == CellOutcome.BLOCKED
          ? CellOutcome.PREVENTED
          : outcome;
    }

    String inWords() {
      return outcome.word()
          + (brokenClaims.isEmpty() ? "" : ", breaking " + String.join(" and ", brokenClaims));
    }
  }

  private ExpectedMatrix() {}

  /**
   * Reads a file of JSON Lines.
   *
   * @throws InputException if it is not a matrix
   */
  public static ExpectedMatrix read(Path file) throws IOException {
    ExpectedMatrix matrix = new ExpectedMatrix();
    try (InputStream in = Files.newInputStream(file);
        JsonParser json = new JsonFactory().createParser(in)) {
      while (json.nextToken() != null) {
        int line = json.currentLocation().getLineNr();
        if (json.currentToken() != JsonToken.START_OBJECT || !matrix.add(json)) {
          throw new InputException(
              file.toString(),
              line,
              1,
              "found something other than a cell; expected lines of 'isogauge litmus --json'");
        }
      }
    } catch (JsonProcessingException e) {
      throw new InputException(
          file.toString(),
          Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNr()),
          Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getColumnNr()),
          e.getOriginalMessage());
    }
    return matrix;
  }

  /** Adds the object under way; false if it is not a cell. */
  private boolean add(JsonParser json) throws IOException {
    Map<String, String> texts = new HashMap<>();
    Set<String> broken = new TreeSet<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_STRING) {
        texts.put(field, json.getText());
      } else if (field.equals("brokenClaims") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.VALUE_STRING) {
          broken.add(json.getText());
        }
      } else {
        json.skipChildren();
      }
    }
    Optional<CellOutcome> outcome =
        Arrays.stream(CellOutcome.values())
            .filter(each -> each.word().equals(texts.get("outcome")))
            .findFirst();
    if (outcome.isEmpty()
        || !texts.keySet().containsAll(Set.of("database", "isolation", "schedule"))) {
      return false;
    }
    cells.put(
        new Place(texts.get("database"), texts.get("isolation"), texts.get("schedule")),
        new Expected(outcome.get(), broken));
    return true;
  }

  /** How a cell differs from what was recorded; empty if it does not. */
  public Optional<String> change(DatabaseResult result, DatabaseResult.Row row, Cell cell) {
    Expected now =
        new Expected(
            cell.outcome(),
            cell.brokenClaims().stream()
                .map(IsolationLevel::id)
                .collect(Collectors.toCollection(TreeSet::new)));
    Expected before = cells.get(new Place(result.name(), row.level().id(), cell.schedule().id()));
    if (before != null && before.isAs(now)) {
      return Optional.empty();
    }
    return Optional.of(
        result.name()
            + " "
            + row.level()
            + " "
            + cell.schedule().id()
            + ": "
            + (before == null ? "not recorded before" : "was " + before.inWords())
            + ", is "
            + now.inWords());
  }
}
