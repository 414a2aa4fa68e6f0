package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReaderViewTest {
  private static final String WRITERS =
      "s1: w(x,1) w(y,1) w(z,1) | s2: w(x,2) w(y,2) w(z,2) | s3: w(z,3) | s4: ";

  @Test
  void listsSourcesWithTheirFirstPlace() {
    assertThat(sources("r(x,1) r(y,2) r(x,1) r(z,1) r(u,nil)"))
        .containsExactly("s1.1 at 0", "s2.1 at 1");
  }

  @Test
  void listsPairsWithTheirLastPlace() {
    assertThat(pairs("r(x,1) r(x,2) r(x,1) r(y,1) r(z,nil) r(z,3) r(z,nil)"))
        .containsExactly(
            "x s1.1 until 2",
            "x s2.1 until 1",
            "y s1.1 until 3",
            "z init until 6",
            "z s3.1 until 5");
  }

  @Test
  void knowsWhichKeysAreReadFromASource() {
    assertThat(keys("r(x,1) r(x,2) r(y,1)"))
        .containsExactly(
            "s1.1 x this and others",
            "s1.1 y this and others",
            "s1.1 z others",
            "s2.1 x this",
            "s2.1 y others",
            "s2.1 z others");
    assertThat(keys("r(y,2) r(x,2) r(x,1)"))
        .containsExactly(
            "s2.1 x this and others",
            "s2.1 y this and others",
            "s2.1 z others",
            "s1.1 x this",
            "s1.1 y others",
            "s1.1 z others");
  }

  /** Nothing of the transaction before is left. */
  @Test
  void isReused() {
    Written written = Written.of(WRITERS + "r(x,1) r(y,1) r(z,3) ; r(z,2) r(x,2)");
    ReaderView view = new ReaderView(written.index());
    view.look(written.node("s4.1"));
    view.look(written.node("s4.2"));
    assertThat(sources(written, view)).containsExactly("s2.1 at 0");
    assertThat(pairs(written, view)).containsExactly("z s2.1 until 0", "x s2.1 until 1");
    assertThat(keys(written, view))
        .containsExactly("s2.1 x this and others", "s2.1 y others", "s2.1 z this and others");
    assertThat(view.readsFrom(written.node("s1.1"))).isFalse();
    assertThat(view.readsFrom(written.node("s2.1"))).isTrue();
    assertThat(view.node()).isEqualTo(written.node("s4.2"));
  }

  @Test
  void growsWithTheTransaction() {
    for (int count : new int[] {15, 16, 17, 32, 33, 100}) {
      String writes =
          IntStream.range(0, count)
              .mapToObj(i -> "s" + (i + 1) + ": w(k" + i + ",1)")
              .collect(Collectors.joining(" | "));
      String reads =
          IntStream.range(0, count)
              .mapToObj(i -> "r(k" + i + ",1)")
              .collect(Collectors.joining(" "));
      Written written = Written.of(writes + " | t: " + reads);
      ReaderView view = new ReaderView(written.index());
      view.look(written.index().nodeCount() - 1);
      assertThat(view.sourceCount()).isEqualTo(count);
      assertThat(view.pairCount()).isEqualTo(count);
    }
  }

  private static List<String> sources(String reads) {
    Written written = Written.of(WRITERS + reads);
    return sources(written, look(written));
  }

  private static List<String> sources(Written written, ReaderView view) {
    List<String> found = new ArrayList<>();
    for (int s = 0; s < view.sourceCount(); s++) {
      found.add(written.name(view.source(s)) + " at " + view.firstPlace(s));
    }
    return found;
  }

  private static List<String> pairs(String reads) {
    Written written = Written.of(WRITERS + reads);
    return pairs(written, look(written));
  }

  private static List<String> pairs(Written written, ReaderView view) {
    List<String> found = new ArrayList<>();
    for (int pair = 0; pair < view.pairCount(); pair++) {
      found.add(
          written.history().keyName(view.pairKey(pair))
              + " "
              + written.name(view.pairSource(pair))
              + " until "
              + view.pairLast(pair));
    }
    return found;
  }

  private static List<String> keys(String reads) {
    Written written = Written.of(WRITERS + reads);
    return keys(written, look(written));
  }

  private static List<String> keys(Written written, ReaderView view) {
    List<String> found = new ArrayList<>();
    for (int s = 0; s < view.sourceCount(); s++) {
      for (int key = 0; key < 3; key++) {
        String which = view.readsKey(s, key) ? "this" : "";
        String others = view.readsOtherKey(s, key) ? "others" : "";
        found.add(
            written.name(view.source(s))
                + " "
                + written.history().keyName(key)
                + " "
                + which
                + (which.isEmpty() || others.isEmpty() ? "" : " and ")
                + others);
      }
    }
    return found;
  }

  private static ReaderView look(Written written) {
    ReaderView view = new ReaderView(written.index());
    view.look(written.node("s4.1"));
    return view;
  }
}
