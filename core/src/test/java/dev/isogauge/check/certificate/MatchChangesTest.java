package dev.isogauge.check.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Relations;
import dev.isogauge.predicate.Row;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** By index, by walking, or first one and then the other: the changes are the same. */
public class MatchChangesTest {
  private static final int KEYS = 3;
  private static final int VERSIONS = 120;

  /** So many reads that the range is visited at once. */
  private static final int MANY = 1_000_000;

  private static final List<Predicate> PREDICATES =
      List.of(
          Predicate.parse("a > 50"),
          Predicate.parse("a between 10 and 12"),
          Predicate.parse("a >= 0"),
          Predicate.parse("a > 1000"),
          Predicate.parse("b = 'x' and a < 70"),
          Predicate.parse("b like 'y%' and not a < 30"),
          Predicate.parse("a % 7 = 1 or b = 'z'"),
          Predicate.parse("b is null"),
          Predicate.parse("sum(a) where b = 'x'"),
          Predicate.parse("count(b) where a > 20"),
          Predicate.parse("max(a)"));

  private final History history = history();
  private final VersionCertificate.VersionOrders orders =
      new VersionCertificate.VersionOrders(history);
  private final ParsedRows rows = new ParsedRows(history.atoms());
  private final MatchChanges changes;

  MatchChangesTest() throws InputException {
    for (int i = 0; i < history.operationCount(); i++) {
      orders.add(history.keyOf(i), i);
    }
    changes = new MatchChanges(history, orders, rows, new Relations(history), 0, PREDICATES);
  }

  private static History history() throws InputException {
    Random random = new Random(17);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < KEYS * VERSIONS; i++) {
      String key = "k" + i % KEYS;
      String b = List.of("x", "yes", "z", "nil").get(random.nextInt(4));
      text.append("s1: ")
          .append(
              random.nextInt(6) == 0
                  ? "d(" + key + ")"
                  : String.format("w(%s,{a:%d,b:%s,c:%d})", key, random.nextInt(100), b, i))
          .append('\n');
    }
    return IsogaugeText.parse(text.toString());
  }

  @Test
  void agreesWithPlainEvaluation() {
    Random random = new Random(3);
    for (int reads : new int[] {1, MANY}) {
      for (Predicate predicate : PREDICATES) {
        changes.find(predicate, reads);
        for (int i = 0; i < 300; i++) {
          int key = random.nextInt(KEYS);
          int place = random.nextInt(VERSIONS + 1) - 1;
          String what = predicate + " at " + key + "/" + place;
          assertThat(changes.matches(key, place)).as(what).isEqualTo(row(key, place, predicate));
          assertThat(changes.lastChange(key, place))
              .as(what)
              .isEqualTo(last(key, place, predicate));
          assertThat(changes.nextChange(key, place))
              .as(what)
              .isEqualTo(next(key, place, predicate));
          assertThat(changes.hasMatch(key)).as(what).isEqualTo(hasMatch(key, predicate));
        }
      }
    }
  }

  private Optional<Row> matching(int key, int place, Predicate predicate) {
    if (place < 0 || history.valueOf(orders.version(key, place)) == Atoms.DEAD) {
      return Optional.empty();
    }
    return Optional.of(rows.row(history.valueOf(orders.version(key, place))))
        .filter(predicate::matches);
  }

  private boolean row(int key, int place, Predicate predicate) {
    return matching(key, place, predicate).isPresent();
  }

  private boolean hasMatch(int key, Predicate predicate) {
    for (int place = 0; place < VERSIONS; place++) {
      if (row(key, place, predicate)) {
        return true;
      }
    }
    return false;
  }

  private boolean isChange(int key, int place, Predicate predicate) {
    Optional<Row> before = matching(key, place - 1, predicate);
    Optional<Row> after = matching(key, place, predicate);
    if (before.isEmpty() || after.isEmpty()) {
      return before.isPresent() != after.isPresent();
    }
    String text = predicate.toString();
    String column = text.startsWith("count") ? "b" : "a";
    Optional<Object> left = before.get().value(column);
    Optional<Object> right = after.get().value(column);
    if (text.startsWith("count")) {
      return left.isPresent() != right.isPresent();
    }
    return predicate.aggregate().isPresent() && !left.equals(right);
  }

  private int last(int key, int place, Predicate predicate) {
    int last = place;
    while (last >= 0 && !isChange(key, last, predicate)) {
      last--;
    }
    return last < 0 ? MatchChanges.NO_CHANGE : last;
  }

  private int next(int key, int place, Predicate predicate) {
    int next = place + 1;
    while (next < VERSIONS && !isChange(key, next, predicate)) {
      next++;
    }
    return next == VERSIONS ? MatchChanges.NO_CHANGE : next;
  }
}
