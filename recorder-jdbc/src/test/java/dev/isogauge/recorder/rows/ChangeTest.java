package dev.isogauge.recorder.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeTest {
  @Test
  void valuesAndNamesMayHoldAnything() {
    Change change =
        Change.of(
            "table public.\"A \"\"b\": INSERT: id[integer]:1 \"x y\"[character varying(9)]:'it''s ["
                + " a:b' w[integer[]]:'{1,2}' n[text]:null b[bit(3)]:B'101'");
    assertThat(change.kind()).isEqualTo('I');
    assertThat(change.tables()).containsExactly("public.A \"b");
    assertThat(change.after())
        .containsEntry("id", "1")
        .containsEntry("x y", "it's [ a:b")
        .containsEntry("w", "{1,2}")
        .containsEntry("n", null)
        .containsEntry("b", "101");
  }

  @Test
  void aRowMayMoveToAnotherKey() {
    Change change =
        Change.of(
            "table a.t: UPDATE: old-key: id[integer]:1 new-tuple: id[integer]:2"
                + " v[text]:unchanged-toast-datum");
    assertThat(change.before()).isEqualTo(Map.of("id", "1"));
    assertThat(change.after()).isEqualTo(Map.of("id", "2", "v", Change.UNCHANGED));
  }

  @Test
  void otherLinesAreReadToo() {
    assertThat(Change.of("table a.t: DELETE: (no-tuple-data)").after()).isEmpty();
    assertThat(Change.of("table a.t: DELETE: id[bigint]:7").after()).isEqualTo(Map.of("id", "7"));
    Change emptied = Change.of("table a.t, a.u: TRUNCATE: restart_seqs");
    assertThat(emptied.kind()).isEqualTo('T');
    assertThat(emptied.tables()).isEqualTo(List.of("a.t", "a.u"));
    assertThat(Change.of("message: transactional: 1 prefix: isogauge, sz: 2 content:17").text())
        .isEqualTo("17");
    assertThat(Change.of("COMMIT 745").kind()).isEqualTo('C');
    assertThat(Change.of("message: transactional: 1 prefix: x, sz: 2 content:17").kind())
        .isEqualTo('?');
  }
}
