package dev.isogauge.recorder.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/** The plans of the statements that were used last. */
final class PlanCache {
  private static final int MOST = 1000;

  private final PlanReader reader;
  private final Map<String, StatementPlan> plans =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StatementPlan> eldest) {
          return size() > MOST;
        }
      };

  PlanCache(Mapping mapping) {
    this.reader = new PlanReader(mapping);
  }

  StatementPlan plan(String sql) {
    synchronized (plans) {
      return plans.computeIfAbsent(sql, reader::read);
    }
  }
}
