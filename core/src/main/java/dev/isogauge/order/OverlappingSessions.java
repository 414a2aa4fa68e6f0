package dev.isogauge.order;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Notes the sessions in which some transaction began before an earlier one had ended. */
public final class OverlappingSessions {
  private OverlappingSessions() {}

  /** The first pair of each such session. */
  public static List<Anomaly> notes(History history) {
    List<Anomaly> notes = new ArrayList<>();
    for (int session = 0; history.hasRealTime() && session < history.sessionCount(); session++) {
      int last = History.NONE;
      for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
        if (!history.counts(t)) {
          continue;
        }
        if (last != History.NONE && !SessionOrder.hadEnded(history, last, t)) {
          notes.add(
              Anomaly.of(
                  AnomalyKind.OVERLAPPING_SESSION,
                  Part.ofTransaction(Role.EARLIER, last),
                  Part.ofTransaction(Role.LATER, t)));
          break;
        }
        // No transaction follows one whose outcome is unknown.
        last = history.outcome(t) == Outcome.INDETERMINATE ? last : t;
      }
    }
    return notes;
  }
}
