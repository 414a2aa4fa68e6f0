package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why no choice of writers satisfies a level: the argument, edge by edge. */
class ChoiceRefutationTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          rc; a: w(x,1) w(y,2) | b: w(x,1) w(y,3) | c: r(y,2) r(y,3) r(x,1) r(y,2); a.1 co(a.1 wr c.1) b.1, b.1 co(b.1 wr c.1) a.1
          ra; a: w(x,1) w(y,2) | b: w(x,1) w(y,2) | c: r(x,1) r(y,nil); a.1 writes x b.1 writes x c.1 reads x c.1 reads y: c.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr c.1) init, b.1: init init b.1, b.1 co(b.1 wr c.1) init]
          ra; a: w(x,1) | a: w(x,2) | b: w(x,1) | b: w(x,2) | a: r(x,1) | b: r(x,1); a.1 writes x a.3 reads x b.1 writes x b.3 reads x: a.3 reads x from [a.1: a.1 so a.2, a.2 co(a.2 so a.3) a.1, b.1: b.3 reads x from [a.1: a.1 co(a.1 so a.3) b.1, b.1 co(b.1 so b.3) a.1, b.1: b.1 so b.2, b.2 co(b.2 so b.3) b.1]]
          ra; a: w(x,1) w(z,1) | a: w(x,2) w(z,2) | b: w(x,1) w(z,1) | b: w(x,2) w(z,2) | c: r(x,2) r(z,1); a.1 writes z a.2 writes x b.1 writes z b.2 writes x c.1 reads x c.1 reads z: c.1 reads x from [a.2: c.1 reads z from [a.1: a.1 so a.2, a.2 co(a.2 wr c.1) a.1, b.1: a.2 co(a.2 wr c.1) b.1, b.1 co(b.1 wr c.1) a.2], b.2: c.1 reads z from [a.1: a.1 co(a.1 wr c.1) b.2, b.2 co(b.2 wr c.1) a.1, b.1: b.1 so b.2, b.2 co(b.2 wr c.1) b.1]]
          cc; a: w(x,1) | a: w(x,2) w(y,1) | b: w(x,1) | b: w(x,2) w(y,1) | c: r(y,1) w(z,1) | d: r(z,1) r(x,nil); a.2 writes y b.2 writes y c.1 reads y c.1 writes z d.1 reads z d.1 reads x: c.1 reads y from [a.2: init init a.1, a.1 co(a.1 so a.2, a.2 wr c.1, c.1 wr d.1) init, b.2: init init b.1, b.1 co(b.1 so b.2, b.2 wr c.1, c.1 wr d.1) init]
          cc; a: w(x,1) | a: w(x,2) w(y,1) | a: w(u,1) | c: r(y,1) w(z,1) | e: w(z,1) r(u,1) | d: r(z,1) r(x,1); a.1 writes x a.2 writes y a.3 writes u c.1 reads y c.1 writes z e.1 writes z e.1 reads u d.1 reads z d.1 reads x: d.1 reads z from [c.1: a.1 so a.2, a.2 co(a.2 wr c.1, c.1 wr d.1) a.1, e.1: a.1 so a.2, a.2 co(a.2 so a.3, a.3 wr e.1, e.1 wr d.1) a.1]
          cc; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(y,1) | d: r(x,1) r(y,nil); a.1 writes x a.1 writes y b.1 writes x b.1 reads y d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: init init a.1, a.1 co(a.1 wr b.1, b.1 wr d.1) init]
          cc; a: w(x,1) w(y,1) | e: w(z,1) w(y,2) | f: w(z,1) w(y,3) | b: indeterminate w(x,1) r(z,1) | d: r(x,1) r(y,nil); a.1 writes x e.1 writes z f.1 writes z b.1 writes x b.1 reads z d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: b.1 reads z from [e.1: init init e.1, e.1 co(e.1 wr b.1, b.1 wr d.1) init, f.1: init init f.1, f.1 co(f.1 wr b.1, b.1 wr d.1) init]]
          cc; a: w(x,1) w(y,1) | b: w(y,2) | b: w(q,1) | b: indeterminate w(x,1) | d: r(x,1) r(y,nil); a.1 writes x b.3 writes x d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.3: init init b.1, b.1 co(b.1 so b.3, b.3 wr d.1) init]
          cc; a: w(x,1) w(y,1) | b: [rt 0..5] w(y,2) | b: [rt 6..9] w(q,1) | b: indeterminate [rt 8..20] w(x,1) | d: r(x,1) r(y,nil); a.1 writes x b.3 writes x d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.3: init init b.1, b.1 co(b.1 so b.3, b.3 wr d.1) init]
          ryw; a: w(x,1) | b: w(x,1) | a: r(x,nil); init init a.1, a.1 co(a.1 so a.2) init
          mr; a: w(x,1) | b: w(x,1) | c: r(x,1) | c: r(x,nil); a.1 writes x b.1 writes x c.1 reads x c.2 reads x: c.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr c.1, c.1 so c.2) init, b.1: init init b.1, b.1 co(b.1 wr c.1, c.1 so c.2) init]
          mr; t: w(x,2) | t: w(x,1) | t: w(y,1) | t: w(y,1) | v: w(y,5) | v: w(x,1) | u: r(y,1) | u: r(y,5) | s: r(x,1) | s: r(x,2); t.1 writes x t.2 writes x t.3 writes y t.4 writes y v.1 writes y v.2 writes x u.1 reads y u.2 reads y s.1 reads x s.2 reads x: s.1 reads x from [t.2: t.1 so t.2, t.2 co(t.2 wr s.1, s.1 so s.2) t.1, v.2: u.1 reads y from [t.3: t.1 so t.3, t.3 co(t.3 wr u.1, u.1 so u.2) v.1, v.1 so v.2, v.2 co(v.2 wr s.1, s.1 so s.2) t.1, t.4: t.1 so t.4, t.4 co(t.4 wr u.1, u.1 so u.2) v.1, v.1 so v.2, v.2 co(v.2 wr s.1, s.1 so s.2) t.1]]
          mw; a: w(x,1) | a: w(y,1) | b: w(x,1) | b: w(y,1) | c: r(y,1) r(x,nil); a.2 writes y b.2 writes y c.1 reads y c.1 reads x: c.1 reads y from [a.2: init init a.1, a.1 co(a.1 so a.2, a.2 wr c.1) init, b.2: init init b.1, b.1 co(b.1 so b.2, b.2 wr c.1) init]
          wfr; a: w(x,1) | b: w(x,1) | c: r(x,1) | c: w(y,1) | d: r(y,1) r(x,nil); a.1 writes x b.1 writes x c.1 reads x c.2 writes y d.1 reads y d.1 reads x: c.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr c.1, c.1 so c.2, c.2 wr d.1) init, b.1: init init b.1, b.1 co(b.1 wr c.1, c.1 so c.2, c.2 wr d.1) init]
          ra; a: a(l,1) w(x,1) | b: a(l,2) w(x,1) | c: r(l,[1,2]) | d: r(x,1) r(l,[]); a.1 writes x b.1 writes x d.1 reads x d.1 reads l: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: init init b.1, b.1 co(b.1 wr d.1) init]
          cc; a: a(l,1) a(l,3) | a: a(m,1) | b: a(m,2) | b: a(l,2) | c: r(l,[2,1,3]) | d: r(m,[1,2]); a.2 ww b.1, b.1 so b.2, b.2 ww a.1, a.1 so a.2
          cc; a: a(l,1) w(x,1) | b: a(l,2) w(x,1) w(y,1) | c: r(l,[1,2]) | d: r(y,1) r(x,1) r(l,[1]); a.1 ww b.1, b.1 co(b.1 wr d.1) a.1
          cc; a: a(l,1) w(x,1) | b: a(l,2) w(x,1) | c: r(l,[1,2]) | d: r(x,1) r(l,[]); a.1 writes x b.1 writes x d.1 reads x d.1 reads l: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: init init b.1, b.1 co(b.1 wr d.1) init]
          ra; a: w(x,1) w(y,1) a(l,3) | e: w(x,1) w(y,1) a(l,4) | b: w(x,2) a(l,1) | m: a(l,2) | c: r(l,[1,2,3,4]) | d: r(y,1) r(x,2); a.1 writes y e.1 writes y b.1 writes x d.1 reads y d.1 reads x: d.1 reads y from [a.1: a.1 co(a.1 wr d.1) b.1, b.1 ww m.1, m.1 ww a.1, e.1: a.1 ww e.1, e.1 co(e.1 wr d.1) b.1, b.1 ww m.1, m.1 ww a.1]
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(z,5) | d: r(x,1) r(y,nil) w(q,1) | e: r(q,1) w(z,5); a.1 writes x b.1 writes x b.1 reads z d.1 reads x d.1 reads y d.1 writes q e.1 reads q e.1 writes z: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: b.1 wr d.1, d.1 wr e.1, e.1 wr b.1]
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(q,99) | d: r(x,1) r(y,nil); a.1 writes x b.1 writes x b.1 reads q d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: b.1 reads q from []]
          ra; a: r(x,1) r(z,nil) | b: w(z,1) w(x,1) | c: w(z,2) w(x,1) | d: indeterminate r(y,5) w(x,1) | e: indeterminate r(q,9) w(y,5) | f: indeterminate r(q,9) w(y,5); a.1 reads x a.1 reads z b.1 writes x c.1 writes x d.1 reads y d.1 writes x e.1 reads q e.1 writes y f.1 reads q f.1 writes y: a.1 reads x from [b.1: init init b.1, b.1 co(b.1 wr a.1) init, c.1: init init c.1, c.1 co(c.1 wr a.1) init, d.1: d.1 reads y from [e.1: e.1 reads q from [], f.1: f.1 reads q from []]]
          cc; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(z,5) | c: indeterminate w(z,5) r(y,1) | d: r(x,1) r(y,nil); a.1 writes x a.1 writes y b.1 writes x b.1 reads z c.1 writes z c.1 reads y d.1 reads x d.1 reads y: d.1 reads x from [a.1: init init a.1, a.1 co(a.1 wr d.1) init, b.1: init init a.1, a.1 co(a.1 wr c.1, c.1 wr b.1, b.1 wr d.1) init]
          """)
  void argument(String level, String lines, String expected) throws IOException {
    History history = IsogaugeText.parse(lines.replace("|", "\n") + "\n");
    IsolationLevel asked = IsolationLevel.byName(level).orElseThrow();
    ChoiceRefutation refutation = refutation(history, asked, Written.ample());
    Anomaly anomaly = refutation.find().orElseThrow();
    assertThat(described(history, anomaly)).isEqualTo(expected);
    assertThat(refutation.incomplete()).isEmpty();
  }

  /** Where an outcome is unknown, what such a transaction read and its session decide. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(q,99) | d: r(x,1) r(y,nil); violated
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(q,nil) | d: r(x,1) r(y,nil); satisfied
          cc; a: w(x,1) w(y,1) | b: [rt 0..15] w(y,2) | b: indeterminate [rt 10..20] w(x,1) | d: r(x,1) r(y,nil); satisfied
          cc; a: w(x,1) w(y,1) | b: [rt 0..9] w(y,2) | b: indeterminate [rt 10..20] w(x,1) | d: r(x,1) r(y,nil); violated
          cc; a: w(x,1) w(y,1) | b: [rt 0..5] w(y,2) | b: [rt 6..15] w(q,1) | b: indeterminate [rt 4..20] w(x,1) | d: r(x,1) r(y,nil); satisfied
          cc; a: w(x,1) w(y,1) | b: indeterminate w(y,2) | b: indeterminate w(x,1) | d: r(x,1) r(y,nil); satisfied
          cc; a: w(x,1) w(y,1) | b: indeterminate w(x,1) | b: w(y,2) | d: r(x,1) r(y,nil); satisfied
          ra; a: w(x,1) w(y,1) | b: w(y,2) | b: indeterminate w(x,1) r(y,nil) | d: r(x,1) r(y,nil); violated
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(z,5) | d: r(x,1) r(y,nil) w(q,1) | e: r(q,1) w(z,5); violated
          ra; a: w(x,1) w(y,1) | b: indeterminate w(x,1) r(z,5) | d: r(x,1) r(y,nil) w(q,1) | e: w(z,5); satisfied
          """)
  void unknownOutcomes(String level, String lines, String expected) throws IOException {
    History history = IsogaugeText.parse(lines.replace("|", "\n") + "\n");
    IsolationLevel asked = IsolationLevel.byName(level).orElseThrow();
    assertThat(new WeakChecker(asked, Limits.DEFAULT).check(history).word()).isEqualTo(expected);
  }

  private static String described(History history, Anomaly anomaly) {
    if (Shapes.of(anomaly) instanceof Shapes.Cycle cycle) {
      return edges(history, cycle.cycle());
    }
    Shapes.NoOrder unordered = (Shapes.NoOrder) Shapes.of(anomaly);
    return unordered.operations().stream()
            .map(i -> operation(history, i))
            .collect(Collectors.joining(" "))
        + ": "
        + described(history, unordered.refutation());
  }

  private static String described(History history, Refutation refutation) {
    if (refutation instanceof Refutation.Contradiction contradiction) {
      return edges(history, contradiction.cycle());
    } else if (refutation instanceof Refutation.Cases cases) {
      Refutation.Source source = (Refutation.Source) cases.choice();
      List<String> told = new ArrayList<>();
      for (int i = 0; i < cases.options().size(); i++) {
        int write = source.writes().get(i);
        told.add(
            (write < 0 ? "init" : history.transactionName(history.transactionOf(write)))
                + ": "
                + described(history, cases.options().get(i)));
      }
      return operation(history, source.read()) + " from " + told;
    }
    return "untold";
  }

  private static String operation(History history, int operation) {
    return history.transactionName(history.transactionOf(operation))
        + (history.isWrite(operation) ? " writes " : " reads ")
        + history.keyName(history.keyOf(operation));
  }

  private static String edges(History history, List<Edge> edges) {
    return edges.stream()
        .map(
            edge ->
                history.transactionName(edge.from())
                    + " "
                    + edge.relation().symbol()
                    + (edge.isInferred() ? "(" + edges(history, edge.why().edges()) + ")" : "")
                    + " "
                    + history.transactionName(edge.to()))
        .collect(Collectors.joining(", "));
  }

  /** Of many writers of lists only those of the cycle are tried, where there is one. */
  @Test
  void manyWritersOfLists() throws IOException {
    String cycle = "a: a(l,1)\na: a(m,1)\nb: a(m,2)\nb: a(l,2)\nc: r(l,[2,1])\nd: r(m,[1,2])\n";
    String led =
        """
        a: w(x,1) w(y,1) a(l,3)
        e: w(x,1) w(y,1) a(l,4)
        b: w(x,2) a(l,1)
        m: a(l,2)
        c: r(l,[1,2,3,4])
        d: r(y,1) r(x,2)
        """;
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < 201; i++) {
      others.append("o%d: a(k,%d)\n".formatted(i, i));
    }
    others.append("p: r(k,[");
    others.append(
        IntStream.range(0, 201).mapToObj(Integer::toString).collect(Collectors.joining(",")));
    others.append("])\n");
    assertThat(causal(cycle + others)).isEqualTo("a.2 ww b.1, b.1 so b.2, b.2 ww a.1, a.1 so a.2");
    assertThat(causal(led + others)).endsWith("d.1 reads y from [a.1: untold, e.1: untold]");
  }

  private static String causal(String text) throws IOException {
    History history = IsogaugeText.parse(text);
    return described(
        history, refutation(history, IsolationLevel.CAUSAL, Written.ample()).find().orElseThrow());
  }

  @Test
  void saysWhenThereWasNoTime() throws IOException {
    History history =
        IsogaugeText.parse("a: w(x,1) w(y,2)\nb: w(x,1) w(y,2)\nc: r(x,1) r(y,nil)\n");
    ChoiceRefutation refutation =
        refutation(history, IsolationLevel.READ_ATOMIC, Written.expired());
    assertThat(refutation.find()).isEmpty();
    assertThat(refutation.incomplete()).hasValue("there was no time to show why");
  }

  private static ChoiceRefutation refutation(History history, IsolationLevel level, Budget budget) {
    return new ChoiceRefutation(history, level, Visibility.ofAll(level), budget);
  }
}
