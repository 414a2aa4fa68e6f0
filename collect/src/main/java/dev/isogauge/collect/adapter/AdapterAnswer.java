package dev.isogauge.collect.adapter;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What an adapter answers to a request.
 *
 * @param value what is behind the word: the result of {@code ok}, else the reason
 */
public record AdapterAnswer(Word word, Object value) {
  /** The words of the protocol. */
  public enum Word {
    /** It happened. */
    OK,
    /** The transaction did not happen, and is over. */
    ABORTED,
    /** The step failed; the transaction goes on. */
    REJECTED,
    /** A commit may have happened. */
    UNKNOWN,
    /** Nothing happened. */
    UNSUPPORTED;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The answer in a line; empty if it has none of the words. */
  public static Optional<AdapterAnswer> of(Map<?, ?> line) {
    for (Word word : Word.values()) {
      if (line.containsKey(word.id())) {
        return Optional.of(new AdapterAnswer(word, line.get(word.id())));
      }
    }
    return Optional.empty();
  }

  /** Whether it went well. */
  public boolean isOk() {
    return word == Word.OK;
  }

  /** The reason, for people. */
  public String reason() {
    return value == null ? "the adapter gives no reason" : String.valueOf(value);
  }
}
