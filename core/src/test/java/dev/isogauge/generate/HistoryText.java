package dev.isogauge.generate;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;

/** Everything a generated history says, as text. */
final class HistoryText {
  private HistoryText() {}

  static String of(History history) {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < history.transactionCount(); t++) {
      text.append(history.transactionName(t))
          .append(" s")
          .append(history.sessionName(history.sessionOf(t)))
          .append(' ')
          .append(history.outcome(t));
      if (history.startTimestamp(t) != RawBlock.NO_TIME) {
        text.append(' ').append(history.startTimestamp(t)).append(' ');
        text.append(history.commitTimestamp(t));
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        text.append(history.isWrite(i) ? " w(" : " r(")
            .append(history.keyName(history.keyOf(i)))
            .append(',')
            .append(history.valueName(i))
            .append(')');
      }
      text.append('\n');
    }
    return text.toString();
  }
}
