package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.toolkit.ObjectBlocks;
import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.history.Atoms;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import us.bpsm.edn.Keyword;
import us.bpsm.edn.Symbol;
import us.bpsm.edn.TaggedValue;
import us.bpsm.edn.parser.Parseable;
import us.bpsm.edn.parser.Parser;
import us.bpsm.edn.parser.Parsers;

/** The cursor sees the same values in a document as a library does. */
class EdnCursorTest {
  private static final int DOCUMENTS = 5_000;

  /** Turns a document into text in one way, whatever it looks like. */
  private static final class Walker extends EdnCursor {
    Walker(byte[] buffer, int end, Atoms atoms) {
      super(buffer, end, atoms);
    }

    static Walker of(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return new Walker(
          Arrays.copyOf(bytes, bytes.length + ObjectBlocks.SLACK), bytes.length, new Atoms());
    }

    List<String> all() {
      List<String> values = new ArrayList<>();
      for (peek(); position < end; peek()) {
        values.add(value());
      }
      return values;
    }

    /** How many values are passed over one by one. */
    int skipAll() {
      int count = 0;
      for (peek(); position < end; peek()) {
        skipValue();
        count++;
      }
      return count;
    }

    private String value() {
      byte first = peek();
      if (opensSequence(first)) {
        byte close = enterSequence("a vector");
        List<String> elements = new ArrayList<>();
        while (hasMore(close)) {
          elements.add(value());
        }
        return elements.toString();
      }
      if (first == '#') {
        position += 2;
        TreeSet<String> elements = new TreeSet<>();
        while (hasMore((byte) '}')) {
          elements.add(value());
        }
        return "#" + elements;
      }
      if (first == '{') {
        position++;
        TreeMap<String, String> entries = new TreeMap<>();
        while (hasMore((byte) '}')) {
          entries.put(value(), value());
        }
        return entries.toString();
      }
      return atoms.token(scalar("a value"));
    }
  }

  /** The same text, from what the library read. */
  private static String render(Object value) {
    Atoms atoms = new Atoms();
    if (value instanceof TaggedValue tagged) {
      return render(tagged.getValue());
    }
    if (value instanceof Map<?, ?> map) {
      TreeMap<String, String> entries = new TreeMap<>();
      map.forEach((key, each) -> entries.put(render(key), render(each)));
      return entries.toString();
    }
    if (value instanceof java.util.Set<?> set) {
      TreeSet<String> elements = new TreeSet<>();
      set.forEach(each -> elements.add(render(each)));
      return "#" + elements;
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(EdnCursorTest::render).toList().toString();
    }
    if (value == null) {
      return "nil";
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return value.toString();
    }
    if (value instanceof BigDecimal decimal) {
      return atoms.token(atoms.text(decimal + "M"));
    }
    if (value instanceof Character character) {
      return atoms.token(atoms.text("\\" + characterName(character)));
    }
    if (value instanceof Keyword
        || value instanceof Symbol
        || value instanceof Boolean
        || value instanceof Double
        || value instanceof String) {
      return atoms.token(atoms.text(value.toString()));
    }
    throw new AssertionError(value.getClass());
  }

  private static String characterName(char character) {
    return switch (character) {
      case '\n' -> "newline";
      case ' ' -> "space";
      case '\t' -> "tab";
      default -> Character.toString(character);
    };
  }

  /** Writes random documents; one seed makes one. */
  private record Documents(Random random, StringBuilder text) {
    static String make(long seed) {
      Documents documents = new Documents(new Random(seed), new StringBuilder());
      for (int i = documents.random.nextInt(4); i >= 0; i--) {
        documents.blanks();
        documents.value(4);
        documents.text.append(' ');
      }
      documents.blanks();
      return documents.text.toString();
    }

    private void blanks() {
      for (int i = random.nextInt(3); i > 0; i--) {
        switch (random.nextInt(8)) {
          case 0 -> text.append(",");
          case 1 -> text.append("\n");
          case 2 -> text.append("; a [comment} \" \\\n");
          case 3 -> {
            text.append("#_ ");
            value(2);
            text.append(' ');
          }
          case 4 -> {
            text.append("#_#_");
            value(1);
            text.append(' ');
            value(1);
            text.append('\t');
          }
          default -> text.append(' ');
        }
      }
    }

    private void value(int depth) {
      if (random.nextInt(12) == 0) {
        text.append(pick("#my/tag ", "#foo.bar/Op", "#x\n"));
        text.append(' ');
      }
      if (depth > 0 && random.nextInt(3) == 0) {
        collection(depth);
      } else {
        scalar(random.nextInt(100));
      }
    }

    private void collection(int depth) {
      int kind = random.nextInt(4);
      text.append(List.of("[", "(", "{", "#{").get(kind));
      for (int i = 0; i < random.nextInt(5); i++) {
        blanks();
        if (kind >= 2) {
          // Keys and elements differ.
          scalar(1000 * depth + i);
          text.append(' ');
        }
        if (kind != 3) {
          blanks();
          value(depth - 1);
        }
        text.append(pick(" ", ", ", "\n"));
      }
      blanks();
      text.append(List.of("]", ")", "}", "}").get(kind));
    }

    private void scalar(int number) {
      switch (number >= 1000 ? random.nextInt(4) : random.nextInt(12)) {
        case 0 -> text.append(number);
        case 1 -> text.append(":k").append(number);
        case 2 -> text.append(":name.space/k").append(number);
        case 3 -> text.append('"').append("é\\n\\t \\\"\\\\ ;{\n[").append(number).append('"');
        case 4 -> text.append(pick("nil", "true", "false"));
        case 5 -> text.append('-').append(number + 1);
        case 6 -> text.append(pick("+", "")).append(number).append(pick("N", ""));
        case 7 -> text.append(pick("\\a", "\\newline", "\\space", "\\tab", "\\(", "\\é", "\\\\"));
        case 8 -> text.append(number).append(".25M");
        case 9 -> text.append(number).append(".5");
        case 10 -> text.append(pick("a-symbol", "+", "-", "->x", "a/b", "x#", "nilly", "a.b"));
        default -> text.append("18446744073709551615");
      }
    }

    private String pick(String... choices) {
      return choices[random.nextInt(choices.length)];
    }
  }

  private static List<String> byLibrary(String document) {
    Parser parser = Parsers.newParser(Parsers.newParserConfigBuilder().build());
    Parseable parseable = Parsers.newParseable(document);
    List<String> values = new ArrayList<>();
    for (Object value = parser.nextValue(parseable);
        value != Parser.END_OF_INPUT;
        value = parser.nextValue(parseable)) {
      values.add(render(value));
    }
    return values;
  }

  @Test
  void seesWhatALibrarySees() {
    int withSeveral = 0;
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      String document = Documents.make(seed);
      List<String> expected = byLibrary(document);
      assertThat(Walker.of(document).all()).as("seed %d: %s", seed, document).isEqualTo(expected);
      Walker skipping = Walker.of(document);
      assertThat(skipping.skipAll()).as("seed %d: %s", seed, document).isEqualTo(expected.size());
      assertThat(skipping.lines()).isEqualTo((int) document.chars().filter(c -> c == '\n').count());
      withSeveral += expected.size() > 1 ? 1 : 0;
    }
    assertThat(withSeveral).isGreaterThan(DOCUMENTS / 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "5~5",
        "-0~0",
        "9223372036854775808N~9223372036854775808",
        "-9223372036854775808~-9223372036854775808",
        "22/7~`\"22/7\"`",
        "1e5~`\"1e5\"`",
        "\"\\u0041\\b\"~`\"A\\u0008\"`",
        "nil~nil",
        "null~nil",
        ":nil~`\":nil\"`",
        "\"nil\"~`\"nil\"`",
        "\"x\"~x",
        ":x~`\":x\"`",
        "#inst \"2020-01-01\"~`\"2020-01-01\"`",
        "#_x y~y",
        "#_#_ a b c~c",
        "#a #b #_c d~d",
      })
  void scalars(String text, String token) {
    assertThat(Walker.of(text).all()).containsExactly(token);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "]~found ']'",
        "[1 }~found '}'",
        "\"abc~the end of the input; expected '\"'",
        "18446744073709551616~out of range",
        "\"\\x\"~found '\\x'",
        "# ~found '#' alone",
        "#_~the end of the input; expected a value",
        "[~the end of the input",
        "\\~a character",
      })
  void faults(String text, String message) {
    assertThatThrownBy(() -> Walker.of(text).all())
        .isInstanceOf(ParseFault.class)
        .hasMessageContaining(message);
  }

  @Test
  void nestingHasALimitAndNoStack() {
    assertThatThrownBy(() -> Walker.of("#_" + "[".repeat(100_000)).all())
        .hasMessageContaining("nested too deeply");
    String discards = "#_".repeat(100_000) + "1 ".repeat(100_000) + "2";
    assertThat(Walker.of(discards).all()).containsExactly("2");
    assertThat(Walker.of("[#_".repeat(900) + "1" + "]".repeat(900)).skipAll()).isEqualTo(1);
  }
}
