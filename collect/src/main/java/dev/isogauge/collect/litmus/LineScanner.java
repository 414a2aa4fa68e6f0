package dev.isogauge.collect.litmus;

import dev.isogauge.format.spi.InputException;

/** Takes words, numbers and quoted texts from one line of a schedule, and knows where it stands. */
final class LineScanner {
  private static final char QUOTE = '"';

  private final String input;
  private final int line;
  private final String text;
  private int position;

  LineScanner(String input, int line, String text) {
    this.input = input;
    this.line = line;
    this.text = text;
  }

  /** Stands again where the quoted text began that was taken last. */
  void backTo(String quoted) {
    position -= quoted.length() + 1;
  }

  boolean atEnd() {
    skipBlanks();
    return position == text.length();
  }

  private void skipBlanks() {
    while (position < text.length()
        && (Character.isWhitespace(text.charAt(position)) || text.charAt(position) == ',')) {
      position++;
    }
  }

  /** The next word without taking it; empty at the end. */
  String peek() {
    skipBlanks();
    int end = position;
    while (end < text.length() && !isDelimiter(text.charAt(end))) {
      end++;
    }
    return text.substring(position, end);
  }

  private static boolean isDelimiter(char c) {
    return Character.isWhitespace(c) || c == ',' || c == '=' || c == ':' || c == QUOTE;
  }

  /** Takes the word that {@link #peek} returned. */
  void skipWord() {
    position += peek().length();
  }

  /** Takes this word. */
  void word(String expected) throws InputException {
    if (!peek().equals(expected)) {
      throw fault(found(), "'" + expected + "'");
    }
    position += expected.length();
  }

  /** A name of an item, a transaction or a session: a letter, then letters and digits. */
  String name(String what) throws InputException {
    String word = peek();
    if (!isName(word)) {
      throw fault(found(), what + ", a letter and then letters, digits, '_' or '-'");
    }
    position += word.length();
    return word;
  }

  private static boolean isName(String word) {
    return !word.isEmpty()
        && Character.isLetter(word.charAt(0))
        && word.chars()
            .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-'));
  }

  long number() throws InputException {
    String word = peek();
    try {
      long value = Long.parseLong(word);
      position += word.length();
      return value;
    } catch (NumberFormatException e) {
      throw fault(found(), "an integer");
    }
  }

  void symbol(char symbol) throws InputException {
    skipBlanks();
    if (position == text.length() || text.charAt(position) != symbol) {
      throw fault(found(), "'" + symbol + "'");
    }
    position++;
  }

  String quoted() throws InputException {
    skipBlanks();
    int end = text.indexOf(QUOTE, position + 1);
    if (!atQuote() || end < 0) {
      throw fault(found(), "a condition in quotes, such as \"value > 5\"");
    }
    String quoted = text.substring(position + 1, end);
    position = end + 1;
    return quoted;
  }

  private boolean atQuote() {
    return position < text.length() && text.charAt(position) == QUOTE;
  }

  void end() throws InputException {
    if (!atEnd()) {
      throw fault(found(), "the end of the line");
    }
  }

  /** What stands here, for a message. */
  private String found() {
    if (atEnd()) {
      return "the end of the line";
    }
    String word = peek();
    return "'" + (word.isEmpty() ? text.substring(position, position + 1) : word) + "'";
  }

  InputException fault(String found, String expected) {
    return fault("found " + found + ", expected " + expected);
  }

  InputException fault(String message) {
    return new InputException(input, line, position + 1L, message);
  }
}
