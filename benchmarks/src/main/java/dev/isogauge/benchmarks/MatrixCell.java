package dev.isogauge.benchmarks;

import java.util.Arrays;

/**
 * A cell of the matrix.
 *
 * @param breaksClaim whether a schedule of this column broke what the level claims
 * @param evidence what was seen, in words
 */
record MatrixCell(State state, boolean breaksClaim, String evidence) {
  /** What became of an anomaly; the first that anything shows counts. */
  enum State {
    HAPPENED("X", "happened"),
    ABORTED("a", "prevented: the database aborted a transaction"),
    WAITED("b", "prevented: a statement had to wait"),
    PREVENTED(".", "did not happen, though nothing aborted or waited"),
    UNDECIDED("?", "the history does not decide it"),
    NO_CHANCE("-", "nothing that was run could have shown it");

    private final String sign;
    private final String words;

    State(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    String sign() {
      return sign;
    }

    String words() {
      return words;
    }

    static State of(String sign) {
      return Arrays.stream(values())
          .filter(each -> each.sign.equals(sign))
          .findFirst()
          .orElseThrow();
    }
  }

  /** As a field of a file, which {@link #parse} reads. */
  @Override
  public String toString() {
    return state.sign + (breaksClaim ? "!" : "") + " " + evidence;
  }

  static MatrixCell parse(String text) {
    boolean broken = text.charAt(1) == '!';
    return new MatrixCell(State.of(text.substring(0, 1)), broken, text.substring(broken ? 3 : 2));
  }
}
