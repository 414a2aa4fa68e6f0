package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
import java.util.ArrayList;
import java.util.List;

/** The schedules of a search, for tests of what runs them. */
public final class SmallSchedules {
  private SmallSchedules() {}

  /** All of this many statements, without savepoints and statements that insert or update. */
  public static List<Schedule> of(int statements, int rows, int transactions, boolean locks) {
    List<Schedule> schedules = new ArrayList<>();
    Rules rules = new Rules(rows, transactions, locks, false);
    new Enumeration(rules, statements)
        .forEachRemaining(
            candidate -> {
              if (candidate.moves().stream().noneMatch(move -> move.verb() == Verb.WRITE)) {
                schedules.add(candidate.schedule(Search.ANY));
              }
            });
    return schedules;
  }
}
