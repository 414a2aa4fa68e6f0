package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralsTest {
  @Test
  void literalsBecomeParameters() {
    String text = "UPDATE t1 SET a = a + -12, \"b 3\" = 'x;y' WHERE id IN (4, 567)";
    Literals literals = Literals.of(text).orElseThrow();
    assertThat(literals.shape())
        .isEqualTo("UPDATE t1 SET a = a + -$1, \"b 3\" = $2 WHERE id IN ($3, $4)");
    assertThat(literals.values()).isEqualTo(List.of(12L, "x;y", 4L, 567L));
  }

  /** Each token stands in the text where its place in the shape says. */
  @Test
  void placesAreThoseOfTheText() {
    String text = "SELECT 'a long text' FROM t WHERE 1234 = a AND b = '' ORDER BY 1";
    Literals literals = Literals.of(text).orElseThrow();
    List<Tokens.Token> shape = Tokens.of(literals.shape(), RecordedDialect.POSTGRES).orElseThrow();
    List<Tokens.Token> tokens = Tokens.of(text, RecordedDialect.POSTGRES).orElseThrow();
    assertThat(shape).hasSameSizeAs(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      assertThat(literals.place(shape.get(i).begin())).isEqualTo(tokens.get(i).begin());
      assertThat(literals.place(shape.get(i).end())).isEqualTo(tokens.get(i).end());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t",
        "SELECT $1, 5",
        "SELECT E'\\\\n', 5",
        "SELECT 'it''s'",
        "SELECT 'open",
        "SELECT 1.5",
        "SELECT .5",
        "SELECT 1e5",
        "SELECT x'1F'",
        "SELECT 123456789012345678",
        "SELECT 5 -- 6",
        "SELECT 5 /* 6 */",
        "SELECT $q$5$q$, 5",
        "SELECT data ? 'k'"
      })
  void whatIsNotPlainStays(String text) {
    assertThat(Literals.of(text)).isEmpty();
  }
}
