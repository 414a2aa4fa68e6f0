package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.History;
import org.junit.jupiter.api.Test;

/**
 * What a session has read from, by key, and the writers that a later one of their session hides.
 */
class SeenWritersTest {
  private static final String WRITERS = "s1: w(x,9) | s2: w(x,1) ; w(x,2) ; w(y,1) ; w(x,3) | s3: ";

  @Test
  void theLastSeenOfASessionHidesTheOthers() {
    Written written = Written.of(WRITERS + "r(x,1) ; r(x,9) ; r(x,3)");
    SeenWriters seen = seen(written, "s3.1", "s3.2", "s3.3");
    int x = written.index().readKey(written.index().firstRead(written.node("s3.1")));
    int first = seen.first(x);
    int second = seen.next(first);
    assertThat(written.name(seen.writer(first))).isEqualTo("s1.1");
    assertThat(written.name(seen.writer(second))).isEqualTo("s2.4");
    assertThat(seen.next(second)).isEqualTo(History.NONE);
    assertThat(seen.lastBefore(written.node("s2.4"), x)).isEqualTo(written.node("s2.1"));
  }

  @Test
  void onlyWritersOfTheKeyThatWereSeenAreHidden() {
    Written written = Written.of(WRITERS + "r(x,9) ; r(x,3) r(y,1)");
    SeenWriters seen = seen(written, "s3.1", "s3.2");
    int x = written.index().readKey(written.index().firstRead(written.node("s3.1")));
    assertThat(seen.lastBefore(written.node("s2.4"), x)).isEqualTo(History.NONE);
    assertThat(seen.lastBefore(written.node("s2.1"), x)).isEqualTo(History.NONE);
  }

  @Test
  void whatWasSeenIsForgotten() {
    Written written = Written.of(WRITERS + "r(x,1)");
    SeenWriters seen = seen(written, "s3.1");
    int x = written.index().readKey(written.index().firstRead(written.node("s3.1")));
    seen.clear();
    assertThat(seen.first(x)).isEqualTo(History.NONE);
    assertThat(seen.lastBefore(written.node("s2.4"), x)).isEqualTo(History.NONE);
  }

  private static SeenWriters seen(Written written, String... readers) {
    SeenWriters seen = new SeenWriters(written.index(), writer -> true);
    seen.clear();
    for (String reader : readers) {
      seen.addSources(written.node(reader));
    }
    return seen;
  }
}
