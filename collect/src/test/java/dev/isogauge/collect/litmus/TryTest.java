package dev.isogauge.collect.litmus;

import dev.isogauge.collect.*;
import org.junit.jupiter.api.Test;

class TryTest {
  @Test
  void go() throws Exception {
    for (String name : System.getProperty("dbs", "h2").split(",")) {
      try (Database db = Databases.open(name, DatabaseOptions.defaults())) {
        for (Level level : db.capabilities().levels()) {
          for (Schedule s : Schedules.all()) {
            long b = System.nanoTime();
            Cell c =
                new Litmus(java.util.List.of(), LitmusSettings.defaults(), x -> {})
                    .cell(db, level, s);
            System.out.println(
                level
                    + " "
                    + s.id()
                    + " "
                    + c.outcome()
                    + " "
                    + c.findings().stream().map(f -> f.kind().title()).toList()
                    + " "
                    + c.brokenClaims()
                    + " "
                    + (System.nanoTime() - b) / 1000000
                    + " ms "
                    + c.remark());
            c.events().forEach(e -> System.out.println("    " + e));
            System.out.println(c.history());
          }
        }
      }
    }
  }
}
