package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.format.toolkit.StrictText;
import dev.isogauge.format.toolkit.TextCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tokens of a block of JSON lines, and atoms made of them. A fault says where it is. */
abstract class JsonCursor {
  /**
   * A line bounds the length of what stands in it, and {@link #integer} that of numbers, with their
   * place; only depth is left to Jackson.
   */
  static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxNumberLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNestingDepth(1000)
          .build();

  /** Digits of the largest integer; JSON has no leading zeros. */
  private static final int MOST_DIGITS = 20;

  private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private final JsonParser parser;
  private final Atoms atoms;
  private final StringTable strings = new StringTable();

  JsonCursor(JsonFactory json, byte[] buffer, int end, Atoms atoms) {
    this.atoms = atoms;
    try {
      this.parser = json.createParser(buffer, 0, end);
    } catch (IOException e) {
      throw new ParseFault(0, 1, "found no JSON; expected an object a line");
    }
  }

  /** Moves to the next token; null at the end of the block. */
  final JsonToken next() {
    try {
      return parser.nextToken();
    } catch (StreamConstraintsException e) {
      throw tooDeep();
    } catch (JacksonException e) {
      throw malformed(e.getLocation(), e.getOriginalMessage());
    } catch (IOException e) {
      throw malformed(parser.currentLocation(), e.getMessage());
    }
  }

  /** Jackson has just read the bracket that is one too many, and does not say where. */
  private ParseFault tooDeep() {
    JsonLocation location = parser.currentLocation();
    return new ParseFault(
        location.getLineNr() - 1,
        Math.max(1, location.getColumnNr() - 1),
        "found arrays and objects nested too deeply; expected at most "
            + CONSTRAINTS.getMaxNestingDepth()
            + " in each other");
  }

  private static ParseFault malformed(JsonLocation location, String message) {
    int line = location == null ? 1 : Math.max(1, location.getLineNr());
    int column = location == null ? 1 : Math.max(1, location.getColumnNr());
    String text = String.valueOf(message).replaceAll("\\p{Cntrl}+", " ");
    return new ParseFault(
        line - 1, column, "not JSON: " + text + "; expected one JSON object a line");
  }

  /** The next field's name in the object, or null at its end. */
  final String nextField() {
    return next() == JsonToken.END_OBJECT ? null : text();
  }

  final String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw malformed(parser.currentLocation(), e.getMessage());
    }
  }

  final JsonToken token() {
    return parser.currentToken();
  }

  final void skip() {
    try {
      parser.skipChildren();
    } catch (StreamConstraintsException e) {
      throw tooDeep();
    } catch (JacksonException e) {
      throw malformed(e.getLocation(), e.getOriginalMessage());
    } catch (IOException e) {
      throw malformed(parser.currentLocation(), e.getMessage());
    }
  }

  /** The line of the current token, from 0. */
  final int line() {
    return parser.currentTokenLocation().getLineNr() - 1;
  }

  final void nextMustBe(JsonToken wanted, String expected) {
    if (next() != wanted) {
      throw fault(expected);
    }
  }

  /** The current token as a key or a name. */
  final long name(String expected) {
    return switch (token()) {
      case VALUE_NUMBER_INT -> integer();
      case VALUE_STRING -> string();
      default -> throw fault(expected + ", a string or an integer");
    };
  }

  /** The current token as a value. */
  final long value() {
    return switch (token()) {
      case VALUE_NUMBER_INT -> integer();
      case VALUE_STRING -> string();
      case VALUE_NULL -> Atoms.NIL;
      case START_OBJECT -> row();
      default -> throw fault("a value: a string, an integer, null or a row, as in {\"balance\":5}");
    };
  }

  private long row() {
    SortedMap<String, Long> columns = new TreeMap<>();
    for (String column = nextField(); column != null; column = nextField()) {
      String name = strict(column);
      if (next() == JsonToken.START_OBJECT) {
        throw fault("a column's value: a string, an integer or null");
      }
      columns.put(name, value());
    }
    return atoms.row(columns);
  }

  private String strict(String text) {
    try {
      StrictText.check(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw faultHere(e.getMessage());
    }
  }

  /** The current token as a time, which null leaves open. */
  final long time() {
    if (token() == JsonToken.VALUE_NULL) {
      return RawBlock.NO_TIME;
    }
    if (token() == JsonToken.VALUE_NUMBER_INT) {
      try {
        if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
            && parser.getLongValue() != RawBlock.NO_TIME) {
          return parser.getLongValue();
        }
      } catch (IOException e) {
        throw fault("a time");
      }
    }
    throw fault("a time, -9223372036854775807 to 9223372036854775807, or null");
  }

  private long integer() {
    try {
      if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
        return atoms.integer(parser.getLongValue());
      }
      if (parser.getTextLength() > MOST_DIGITS) {
        throw faultHere(TextCursor.outOfRange(text()));
      }
      BigInteger value = parser.getBigIntegerValue();
      if (value.signum() > 0 && value.compareTo(LARGEST) <= 0) {
        return atoms.unsignedInteger(value.longValue());
      }
    } catch (IOException e) {
      throw fault("an integer");
    }
    throw faultHere(TextCursor.outOfRange(text()));
  }

  /** Strings recur, so they are looked up by their characters before one is made. */
  private long string() {
    try {
      char[] characters = parser.getTextCharacters();
      int offset = parser.getTextOffset();
      int length = parser.getTextLength();
      int hash = StringTable.hash(characters, offset, length);
      long known = strings.find(characters, offset, length, hash);
      if (known != StringTable.ABSENT) {
        return known;
      }
      String text = new String(characters, offset, length);
      StrictText.check(text);
      long atom = atoms.text(text);
      strings.add(text, hash, atom);
      return atom;
    } catch (IllegalArgumentException e) {
      throw faultHere(e.getMessage());
    } catch (IOException e) {
      throw malformed(parser.currentLocation(), e.getMessage());
    }
  }

  /** The only character of the current string, or 0 where it is none or has more. */
  final char character() {
    try {
      return token() == JsonToken.VALUE_STRING && parser.getTextLength() == 1
          ? parser.getTextCharacters()[parser.getTextOffset()]
          : 0;
    } catch (IOException e) {
      throw malformed(parser.currentLocation(), e.getMessage());
    }
  }

  /** A fault at the current token. */
  final ParseFault fault(String expected) {
    return faultHere("found " + found() + "; expected " + expected);
  }

  final ParseFault faultHere(String message) {
    JsonLocation location = parser.currentTokenLocation();
    return new ParseFault(
        Math.max(1, location.getLineNr()) - 1, Math.max(1, location.getColumnNr()), message);
  }

  private String found() {
    JsonToken token = token();
    if (token == null) {
      return "the end";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case END_OBJECT -> "the end of the object";
      case END_ARRAY -> "the end of the array";
      case VALUE_STRING, FIELD_NAME -> '"' + TextCursor.printable(text()) + '"';
      default -> TextCursor.printable(text());
    };
  }
}
