package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtomsTest {
  private final Atoms atoms = new Atoms();

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MIN_VALUE + Integer.MAX_VALUE - 2,
        Long.MIN_VALUE + Integer.MAX_VALUE - 1,
        Long.MIN_VALUE + Integer.MAX_VALUE,
      })
  void everySignedIntegerIsWrittenAsItself(long value) {
    long atom = atoms.integer(value);
    assertThat(atoms.token(atom)).isEqualTo(Long.toString(value));
    assertThat(atoms.isInteger(atom)).isTrue();
    assertThat(atoms.integer(value)).isEqualTo(atom);
    assertThat(atom).isNotIn(Atoms.NIL, Atoms.NO_NAME, Atoms.INITIAL_WRITER);
  }

  @Test
  void anOrdinaryIntegerIsItsOwnAtom() {
    assertThat(atoms.integer(42)).isEqualTo(42);
    assertThat(atoms.unsignedInteger(42)).isEqualTo(42);
  }

  @Test
  void unsignedIntegersBeyondTheSignedRangeAreTheirOwn() {
    long largest = atoms.unsignedInteger(-1);
    assertThat(atoms.token(largest)).isEqualTo("18446744073709551615");
    assertThat(atoms.isInteger(largest)).isTrue();
    assertThat(largest).isNotEqualTo(atoms.integer(-1));
    long middle = atoms.unsignedInteger(Long.MIN_VALUE);
    assertThat(atoms.token(middle)).isEqualTo("9223372036854775808");
    assertThat(middle).isNotEqualTo(atoms.integer(Long.MIN_VALUE));
  }

  @Test
  void textIsNotTheIntegerThatItLooksLike() {
    assertThat(atoms.text("1")).isNotEqualTo(atoms.integer(1));
    assertThat(atoms.token(atoms.text("1"))).isEqualTo("\"1\"");
    assertThat(atoms.plain(atoms.text("1"))).isEqualTo("1");
    assertThat(atoms.isInteger(atoms.text("1"))).isFalse();
    assertThat(atoms.text(Long.toString(Long.MIN_VALUE)))
        .isNotEqualTo(atoms.integer(Long.MIN_VALUE));
  }

  @Test
  void textIsNotNil() {
    assertThat(atoms.token(Atoms.NIL)).isEqualTo("nil");
    assertThat(atoms.text("nil")).isNotEqualTo(Atoms.NIL);
    assertThat(atoms.token(atoms.text("nil"))).isEqualTo("\"nil\"");
    assertThat(atoms.isInteger(Atoms.NIL)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "_a", "user.name", "a-b", "path/to"})
  void wordsAreBare(String word) {
    assertThat(atoms.token(atoms.text(word))).isEqualTo(word);
    assertThat(atoms.plain(atoms.text(word))).isEqualTo(word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "\"",
        "\\",
        "a\nb\r\t",
        "\u0000",
        "\u007f\u0085",
        "é(",
        "-1",
        "日本"
      })
  void otherTextComesBackFromItsQuotes(String text) {
    long atom = atoms.text(text);
    assertThat(atoms.token(atom)).startsWith("\"").endsWith("\"").doesNotContain("\n");
    assertThat(atoms.plain(atom)).isEqualTo(text);
    assertThat(atoms.text(text)).isEqualTo(atom);
  }

  @Test
  void threadsThatInternTheSameTextGetTheSameAtoms() {
    Set<Long> seen = new HashSet<>();
    IntStream.range(0, 20_000)
        .parallel()
        .mapToObj(i -> new Object[] {"word" + i % 500, atoms.text("word" + i % 500)})
        .sequential()
        .forEach(
            pair -> {
              assertThat(atoms.token((Long) pair[1])).isEqualTo(pair[0]);
              seen.add((Long) pair[1]);
            });
    assertThat(seen).hasSize(500);
  }

  /** Each of these comes before all that follow. */
  @Test
  void orderForPeople() {
    long[] sorted = {
      Atoms.NIL,
      atoms.integer(Long.MIN_VALUE),
      atoms.integer(-5),
      atoms.integer(0),
      atoms.integer(Long.MAX_VALUE),
      atoms.unsignedInteger(Long.MIN_VALUE),
      atoms.unsignedInteger(-1),
      atoms.text(""),
      atoms.text("-7"),
      atoms.text("1"),
      atoms.text("B"),
      atoms.text("a"),
      atoms.text("ab"),
      atoms.text("\uFFFD"),
      atoms.text("\uD83D\uDE00"),
    };
    for (int i = 0; i < sorted.length; i++) {
      for (int j = 0; j < sorted.length; j++) {
        assertThat(Integer.signum(atoms.compare(sorted[i], sorted[j])))
            .as("%s and %s", atoms.token(sorted[i]), atoms.token(sorted[j]))
            .isEqualTo(Integer.compare(i, j));
      }
    }
    assertThat(atoms.compare(Atoms.NO_NAME, atoms.integer(-5))).isNegative();
    assertThat(atoms.compare(atoms.text("a"), Atoms.NO_NAME)).isPositive();
  }

  @Test
  void forgottenSymbolsMakeRoomForOthers() {
    Atoms atoms = new Atoms();
    long before = atoms.symbolBytes();
    long kept = atoms.text("kept");
    long bytes = atoms.symbolBytes();
    long forgotten = atoms.text("forgotten");
    atoms.text("forgotten, too");
    atoms.retain(atom -> atom == kept);
    assertThat(atoms.symbolBytes()).isEqualTo(bytes);
    assertThat(atoms.text("kept")).isEqualTo(kept);
    assertThat(atoms.plain(kept)).isEqualTo("kept");
    assertThat(atoms.token(Atoms.NIL)).isEqualTo("nil");
    long more = atoms.text("more");
    long most = atoms.text("most");
    assertThat(atoms.symbolCount()).isEqualTo(4);
    assertThat(Set.of(more, most)).contains(forgotten);
    assertThat(atoms.plain(more)).isEqualTo("more");
    assertThat(atoms.plain(most)).isEqualTo("most");
    atoms.retain(atom -> false);
    assertThat(atoms.symbolBytes()).isEqualTo(before);
  }
}
