package dev.isogauge.collect.record;

import java.util.OptionalLong;

/**
 * Writes JSON into a text that grows. Separators are added where needed: a comma, unless the text
 * so far opens a container or ends with a name. The text is ASCII, so that a character is a byte.
 */
final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder text = new StringBuilder();

  private void separate() {
    if (text.length() > 0) {
      char last = text.charAt(text.length() - 1);
      if (last != '[' && last != '{' && last != ':') {
        text.append(',');
      }
    }
  }

  JsonText array() {
    separate();
    text.append('[');
    return this;
  }

  JsonText endArray() {
    text.append(']');
    return this;
  }

  JsonText object() {
    separate();
    text.append('{');
    return this;
  }

  JsonText endObject() {
    text.append('}');
    return this;
  }

  JsonText name(String name) {
    text(name);
    text.append(':');
    return this;
  }

  JsonText number(long number) {
    separate();
    text.append(number);
    return this;
  }

  JsonText nil() {
    separate();
    text.append("null");
    return this;
  }

  /** A number, or null if there is none. */
  JsonText number(OptionalLong number) {
    return number.isPresent() ? number(number.getAsLong()) : nil();
  }

  JsonText text(String value) {
    separate();
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(HEX.charAt(c >> shift & 0xF));
        }
      } else {
        text.append(c);
      }
    }
    text.append('"');
    return this;
  }

  int length() {
    return text.length();
  }

  /** Takes back what was written after the text had this length. */
  void cut(int length) {
    text.setLength(length);
  }

  String from(int start) {
    return text.substring(start);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
