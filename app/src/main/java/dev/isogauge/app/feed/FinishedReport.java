package dev.isogauge.app.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a finished service reports, in short.
 *
 * @param order what decided: timestamps or reads
 * @param counts violations by kind
 * @param losses by reads: how levels were lost, a sentence each
 * @param remarks what the stream could have shown, and which levels it could not have broken
 */
public record FinishedReport(
    String level,
    String order,
    String verdict,
    long transactions,
    Map<String, Long> counts,
    List<String> losses,
    List<String> remarks) {

  /** Reads the report's first fields; the violations themselves are not parsed. */
  public static FinishedReport parse(String text) throws FeedException {
    String level = "";
    String order = "timestamps";
    String verdict = "";
    long transactions = 0;
    Map<String, Long> counts = new TreeMap<>();
    List<String> losses = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "level" -> level = json.getText();
          case "order" -> order = json.getText();
          case "verdict" -> verdict = json.getText();
          case "transactions" -> transactions = json.getLongValue();
          case "levels" -> losses.addAll(losses(json));
          case "chances" -> remarks.add(sentence(json));
          case "remarks" -> {
            while (json.nextToken() != JsonToken.END_ARRAY) {
              remarks.add(json.getText() + ".");
            }
          }
          case "counts" -> {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
              counts.put(json.currentName(), json.nextLongValue(0));
            }
          }
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new FeedException("the service's report cannot be read: " + e.getMessage(), false);
    }
    return new FinishedReport(level, order, verdict, transactions, counts, losses, remarks);
  }

  private static String sentence(JsonParser json) throws IOException {
    String sentence = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isSentence = json.currentName().equals("sentence");
      json.nextToken();
      sentence = isSentence ? json.getText() : sentence;
      json.skipChildren();
    }
    return sentence;
  }

  /** The reasons of levels that are violated. */
  private static List<String> losses(JsonParser json) throws IOException {
    List<String> losses = new ArrayList<>();
    boolean isViolated = false;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.FIELD_NAME) {
        continue;
      }
      String field = json.currentName();
      String value = json.nextTextValue();
      isViolated = field.equals("verdict") ? value.equals("violated") : isViolated;
      if (field.equals("reason") && isViolated) {
        losses.add(value);
      }
    }
    return losses;
  }

  /** What the verdict means to a caller; a service that got no transaction has none. */
  public int exitCode() {
    return switch (verdict) {
      case "satisfied" -> ExitCode.SATISFIED;
      case "unknown" -> ExitCode.UNKNOWN;
      default -> ExitCode.VIOLATED;
    };
  }
}
