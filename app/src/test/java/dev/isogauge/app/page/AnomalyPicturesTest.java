package dev.isogauge.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of anomaly has a history and a picture, and pictures show what the report says. */
class AnomalyPicturesTest {
  @TempDir private Path directory;

  @Test
  void everyKindHasAHistoryAndAPicture() throws Exception {
    Browser browser = Browser.get();
    try (SamplePages pages = SamplePages.write(directory, browser)) {
      for (String kind : pages.places().keySet()) {
        String evidence = pages.show(kind, browser);
        assertThat(faults(browser, evidence)).as(kind).isEmpty();
      }
      browser.open("about:blank");
      assertThat(browser.console()).isEmpty();

      Set<String> kinds =
          Arrays.stream(AnomalyKind.values())
              .map(kind -> (kind.title() + " " + kind.letter()).strip())
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(pages.places().keySet()).containsExactlyInAnyOrderElementsOf(kinds);
    }
  }

  /** What is wrong with the pictures of the anomaly that is open. */
  private static List<String> faults(Browser browser, String evidence) {
    List<String> faults = new ArrayList<>(browser.<List<String>>run(FAULTS, evidence));
    if (browser.all(".anomaly svg.picture:not(.levels):not(.sample)").isEmpty()) {
      faults.add("no picture");
    }
    return faults;
  }

  /** Compares sentences and edges with the data that the page draws. */
  private static final String FAULTS =
      """
      const faults = [];
      const anomaly = JSON.parse(arguments[0]);
      const first = (anomaly.cases || []).find(each => each.cycle);
      const said = anomaly.explanation.steps.filter(step => !first || !step.case || step.case === first.case).map(step => step.text);
      const shown = [...document.querySelectorAll('.sentence')].map(e => e.textContent);
      if (JSON.stringify(said) !== JSON.stringify(shown)) faults.push('sentences: ' + JSON.stringify(shown) + ' instead of ' + JSON.stringify(said));
      const edges = new Map();
      const collect = edge => {
        edges.set(edge.id, edge);
        const why = edge.justification;
        [...(why.visible || []), ...(why.order || []), ...(why.read ? [why.read] : [])].forEach(collect);
      };
      (first ? first.cycle : anomaly.edges).forEach(collect);
      for (const view of ['cycle', 'timeline']) {
        const svg = document.querySelector('svg.' + view);
        if (!svg) {
          if (view === 'timeline' ? anomaly.cast.length > 0 : edges.size > 0) faults.push('no ' + view);
          continue;
        }
        for (const [id, edge] of edges) {
          const line = svg.querySelector(`.lines [data-edge="${id}"] .line`);
          const pill = svg.querySelector(`.pills [data-edge="${id}"]`);
          if (!line || !pill) { faults.push(view + ' lacks edge ' + id); continue; }
          const label = pill.textContent.replace(/^\\d+(?=[a-z])/, '');
          const wanted = edge.relation + (edge.label ? ' ' + edge.label : '');
          if (label !== wanted && !label.includes('…')) faults.push(view + ': ' + label + ' instead of ' + wanted);
          const matrix = line.getScreenCTM();
          const ends = [[edge.source, 0], [edge.target, line.getTotalLength()]];
          for (const [end, length] of ends) {
            const point = line.getPointAtLength(length).matrixTransform(matrix);
            const card = svg.querySelector(`.cards [data-transaction="${end.transaction}"]`);
            const name = end.operation || (end.predicate ? 'p' + end.predicate : null);
            const port = card && name ? card.querySelector(`[data-operation="${name}"]`) : card;
            if (!port) { faults.push(view + ' edge ' + id + ': no ' + JSON.stringify(end)); continue; }
            const box = port.querySelector('rect').getBoundingClientRect();
            const whole = card.querySelector('.box').getBoundingClientRect();
            const near = view === 'cycle'
              ? point.y > box.top - 1 && point.y < box.bottom + 1 && (Math.abs(point.x - whole.left) < 2 || Math.abs(point.x - whole.right) < 2)
              : point.x > box.left - 1 && point.x < box.right + 1 && (Math.abs(point.y - whole.top) < 2 || Math.abs(point.y - whole.bottom) < 2);
            if (!near) faults.push(view + ' edge ' + id + ' ends at ' + [point.x, point.y] + ', beside ' + [box.left, box.top, box.right, box.bottom]);
          }
        }
        const boxes = [...svg.querySelectorAll('.cards > .card > .box')].map(e => e.getBoundingClientRect());
        boxes.forEach((one, i) => boxes.slice(i + 1).forEach(other => {
          const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          if (wide > 1 && high > 1) faults.push(view + ': cards cover one another');
        }));
        const outer = svg.getBoundingClientRect();
        if ([...svg.querySelectorAll('text')].some(e => { const box = e.getBoundingClientRect(); return box.width > 0 && (box.right > outer.right + 1 || box.left < outer.left - 1); })) faults.push(view + ': text is cut off');
      }
      return faults;
      """;
}
