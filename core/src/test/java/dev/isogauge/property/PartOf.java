package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares a part of a history with the whole, by names. */
final class PartOf {
  private PartOf() {}

  /** Every transaction of the part is one of the whole, with some of its operations. */
  static void check(History part, History whole, String text) {
    Map<String, Integer> byName = new HashMap<>();
    for (int t = 0; t < whole.transactionCount(); t++) {
      byName.put(whole.transactionName(t), t);
    }
    int last = -1;
    for (int t = 0; t < part.transactionCount(); t++) {
      assertThat(byName).as(text).containsKey(plainName(part, t));
      int original = byName.get(plainName(part, t));
      assertThat(original).as(text).isGreaterThan(last);
      last = original;
      assertThat(facts(part, t)).as(text).isEqualTo(facts(whole, original));
      int at = whole.firstOperation(original);
      for (int i = part.firstOperation(t); i < part.endOperation(t); i++) {
        while (at < whole.endOperation(original) && !isSame(part, i, whole, at)) {
          at++;
        }
        assertThat(at++).as(text).isLessThan(whole.endOperation(original));
      }
    }
    for (int key = 0; key < part.keyCount(); key++) {
      int same = key;
      assertThat(initialValues(whole))
          .as(text)
          .containsEntry(part.keyName(same), part.atoms().token(part.initialValue(same)));
    }
  }

  /** Numbers and such in front of a place make it a quoted name. */
  private static String plainName(History history, int transaction) {
    return history.transactionName(transaction).replace("\"", "");
  }

  private static Map<String, String> initialValues(History history) {
    Map<String, String> values = new HashMap<>();
    for (int key = 0; key < history.keyCount(); key++) {
      values.put(history.keyName(key), history.atoms().token(history.initialValue(key)));
    }
    return values;
  }

  private static List<Object> facts(History history, int t) {
    return List.of(
        history.sessionName(history.sessionOf(t)),
        history.outcome(t),
        history.startTimestamp(t),
        history.startLogical(t),
        history.commitTimestamp(t),
        history.commitLogical(t),
        history.beginTime(t),
        history.endTime(t),
        history.serialPosition(t),
        history.transactionId(t),
        history.snapshot(t));
  }

  private static boolean isSame(History part, int i, History whole, int j) {
    if (part.isWrite(i) != whole.isWrite(j)
        || part.isAppend(i) != whole.isAppend(j)
        || part.isDelete(i) != whole.isDelete(j)
        || part.isListRead(i) != whole.isListRead(j)
        || part.isUnknownRead(i) != whole.isUnknownRead(j)
        || !part.keyName(part.keyOf(i)).equals(whole.keyName(whole.keyOf(j)))) {
      return false;
    }
    if (part.isListRead(i)) {
      return isWithin(elements(part, i), elements(whole, j));
    }
    return part.valueOf(i) == whole.valueOf(j)
        && (part.isWrite(i)
            || whole.readStatus(j) == ReadStatus.SEVERAL
            || (part.readStatus(i) == whole.readStatus(j)
                && writer(part, i).equals(writer(whole, j))));
  }

  private static String writer(History history, int read) {
    int write = history.readFrom(read);
    return write < 0 ? "" + write : plainName(history, history.transactionOf(write));
  }

  private static List<Long> elements(History history, int listRead) {
    List<Long> elements = new ArrayList<>();
    for (int e = 0; e < history.listSize(listRead); e++) {
      elements.add(history.listElement(listRead, e));
    }
    return elements;
  }

  /** Whether the one is the other with some elements left out. */
  private static boolean isWithin(List<Long> some, List<Long> all) {
    int at = 0;
    for (long element : all) {
      if (at < some.size() && some.get(at) == element) {
        at++;
      }
    }
    return at == some.size();
  }
}
