package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.StatementHandler.Step;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a batch does. In a transaction its statements are part of it. Otherwise each commits by
 * itself; which of them others have seen before the batch came back is not known, so all but the
 * last are recorded before it is sent, and corrected afterwards.
 */
final class BatchLog {
  private final ConnectionLog log;
  private final List<Step> steps;
  private final List<List<Observation>> intended = new ArrayList<>();
  private final List<ConnectionLog> logs = new ArrayList<>();

  BatchLog(ConnectionLog log, List<Step> steps, Function<Step, List<Observation>> intentions) {
    this.log = log;
    this.steps = steps;
    steps.forEach(step -> intended.add(intentions.apply(step)));
  }

  void sending() {
    boolean isApart = log.isAutoCommit();
    if (isApart) {
      log.finishQuery();
    }
    for (List<Observation> each : intended) {
      ConnectionLog one = isApart ? log.beside() : log;
      logs.add(one);
      one.sending(each);
    }
  }

  void done(List<List<Observation>> actual) {
    for (int i = 0; i < steps.size(); i++) {
      logs.get(i).done(intended.get(i), actual.get(i), false);
    }
  }

  /** It is not known which of the statements were done. */
  void failed(SQLException e) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.size() == 1) {
        logs.get(i).failed(intended.get(i), e);
      } else {
        logs.get(i).perhapsDone(intended.get(i), e);
      }
    }
  }

  /** Some drivers go on after a failure; counts say which statements were done. */
  void failed(BatchUpdateException e, BiFunction<Step, Long, List<Observation>> observations) {
    long[] counts = e.getLargeUpdateCounts();
    for (int i = 0; i < steps.size(); i++) {
      long count = counts != null && i < counts.length ? counts[i] : Statement.EXECUTE_FAILED;
      if (count > 0 || count == Statement.SUCCESS_NO_INFO) {
        logs.get(i).done(intended.get(i), observations.apply(steps.get(i), count), false);
      } else if (count == 0) {
        // Nothing was changed, or it was not sent: some drivers say so.
        logs.get(i).perhapsDone(intended.get(i), e);
      } else {
        logs.get(i).failed(intended.get(i), e);
      }
    }
  }
}
