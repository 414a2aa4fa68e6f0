package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.RecordedStatement.Insertion;
import java.util.List;

/**
 * A text as it is sent: the application's, with texts of ours at some places. Nothing else is
 * changed, so that places in errors can be told back.
 */
record Rewriting(String text, List<Insertion> insertions) {
  static Rewriting none(String text) {
    return new Rewriting(text, List.of());
  }

  boolean isNone() {
    return insertions.isEmpty();
  }

  String sent() {
    StringBuilder all = new StringBuilder(text.length() + 512);
    int from = 0;
    for (Insertion each : insertions) {
      all.append(text, from, each.place()).append(each.text());
      from = each.place();
    }
    return all.append(text, from, text.length()).toString();
  }

  /** The place in the application's text, in characters from 1, of one in the text as sent. */
  int original(int sentPlace) {
    int added = 0;
    for (Insertion each : insertions) {
      int place = text.codePointCount(0, each.place());
      int over = sentPlace - 1 - added - place;
      if (over < 0) {
        break;
      }
      int size = each.text().length();
      if (over < size) {
        return place + 1;
      }
      added += size;
    }
    return sentPlace - added;
  }
}
