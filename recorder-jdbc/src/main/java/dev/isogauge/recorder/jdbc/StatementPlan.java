package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a statement means for recorded tables; made once for a text. */
sealed interface StatementPlan
    permits QueryPlan,
        InsertPlan,
        ChangePlan,
        StatementPlan.Nothing,
        StatementPlan.Control,
        StatementPlan.Definition,
        StatementPlan.Sequence,
        StatementPlan.Unknown {
  /** A driver that does not say how many rows a statement changed. */
  int NOT_TOLD = -2;

  /**
   * What was done, if the statement changed that many rows.
   *
   * @param parameters what stands for question marks
   */
  List<Observation> observations(List<Object> parameters, long count);

  /** The rows that its condition names; null if one is not known, or there are none. */
  default List<String> rows(List<Object> parameters) {
    return null;
  }

  /** How many rows it changes if it does what it says. */
  default long wanted() {
    return 1;
  }

  /** Nothing that counts. */
  record Nothing() implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return List.of();
    }
  }

  /** Whether a statement commits what came before it. */
  enum Commits {
    YES,
    NO,
    PERHAPS
  }

  /**
   * What a statement does to the transaction or the session.
   *
   * @param name of a savepoint; {@link #CHAIN} where another transaction follows at once
   */
  record Control(Effect effect, String name) implements StatementPlan {
    static final String CHAIN = "CHAIN";

    enum Effect {
      BEGIN,
      COMMIT,
      PERHAPS_COMMIT,
      ROLLBACK,
      SAVEPOINT,
      ROLLBACK_TO,
      RELEASE,
      AUTOCOMMIT_ON,
      AUTOCOMMIT_OFF,
      SCHEMA
    }

    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return List.of();
    }
  }

  /**
   * Defines something; afterwards the catalog is another.
   *
   * @param dropped tables, by name as stored, that are no more, though they may be made anew
   * @param isCreation whether it makes a table without rows
   */
  record Definition(StatementPlan content, Set<String> dropped, boolean isCreation, Commits commits)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      return content.observations(parameters, NOT_TOLD);
    }
  }

  /**
   * Several statements of one text: it is not known how many rows each changed, nor whose result is
   * read.
   */
  record Sequence(List<StatementPlan> parts, Origin origin) implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      for (StatementPlan part : parts) {
        if (part instanceof QueryPlan query) {
          all.add(Effects.search(query.table(), origin.because(Origin.SEVERAL)));
        } else {
          // Some drivers execute only the first of them.
          for (Observation each : part.observations(parameters, NOT_TOLD)) {
            all.addAll(each.doubted(Origin.SEVERAL));
          }
        }
      }
      return all;
    }
  }

  /** Something that is not understood, or a search: which relations it reads and may write. */
  record Unknown(Set<String> reads, Set<String> writes, boolean isAnywhere, Origin origin)
      implements StatementPlan {
    @Override
    public List<Observation> observations(List<Object> parameters, long count) {
      List<Observation> all = new ArrayList<>();
      if (isAnywhere) {
        all.add(Observation.unknown(false, UnknownScope.everything(), origin));
        all.add(Observation.unknown(true, UnknownScope.everything(), origin));
        return all;
      }
      reads.forEach(
          each ->
              all.add(
                  Observation.unknown(
                      false,
                      each.equals("*") ? UnknownScope.everything() : UnknownScope.table(each),
                      origin)));
      if (count != 0) {
        writes.forEach(
            each -> all.add(Observation.unknown(true, UnknownScope.table(each), origin)));
      }
      return all;
    }
  }
}
