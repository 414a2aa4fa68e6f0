package dev.isogauge.collect.search;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.litmus.Action.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formula, the enumeration and brute force agree on how many schedules there are. */
class CountTest {
  private static final Verb[] ON_ROWS = {
    Verb.READ,
    Verb.LOCK,
    Verb.WRITE,
    Verb.INSERT,
    Verb.UPDATE,
    Verb.DELETE,
    Verb.TAKE,
    Verb.COPY,
    Verb.MERGE
  };
  private static final Verb[] PLAIN = {
    Verb.SELECT,
    Verb.JOIN,
    Verb.UPDATE_WHERE,
    Verb.SAVEPOINT,
    Verb.ROLLBACK_TO_SAVEPOINT,
    Verb.COMMIT,
    Verb.ROLLBACK
  };

  @ParameterizedTest
  @CsvSource({
    "1, 2, true, true, 4, thorough",
    "1, 3, false, true, 3, quick",
    "1, 2, true, true, 3, quick",
    "1, 3, true, true, 4, thorough",
    "2, 3, true, true, 3, quick",
    "2, 3, true, false, 3, thorough",
    "2, 2, false, false, 3, quick",
    "2, 3, true, true, 4, thorough",
    "1, 3, true, true, 5, thorough",
  })
  void formulaEnumerationAndBruteForceAgree(
      int rows, int transactions, boolean locks, boolean savepoints, int statements, String size) {
    assumeTrue(size.equals("quick") || size.equals(System.getProperty("isogauge.test.size")));
    agree(new Rules(rows, transactions, locks, savepoints), statements);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, 3, 'JOINS,CONDITIONS', quick",
    "2, 2, 2, 'JOINS,CONDITIONS,COPIES,SKIP_LOCKED,MERGE', quick",
    "1, 3, 3, 'COPIES,SKIP_LOCKED,MERGE', quick",
    "2, 3, 3, 'CONDITIONS,COPIES', thorough",
    "2, 2, 3, 'JOINS,CONDITIONS,COPIES,SKIP_LOCKED,MERGE', thorough",
  })
  void theyAgreeOnAdditionalStatements(
      int rows, int transactions, int statements, String extras, String size) {
    assumeTrue(size.equals("quick") || size.equals(System.getProperty("isogauge.test.size")));
    Set<Extra> tried = Arrays.stream(extras.split(",")).map(Extra::valueOf).collect(toSet());
    agree(new Rules(rows, transactions, true, true, tried), statements);
  }

  private static void agree(Rules rules, int statements) {
    for (int n = 2; n <= statements; n++) {
      Set<String> enumerated = new HashSet<>();
      Enumeration all = new Enumeration(rules, n);
      while (all.hasNext()) {
        Candidate candidate = all.next();
        assertThat(enumerated.add(candidate.toString())).as("%s twice", candidate).isTrue();
        assertThat(candidate.canonical()).isEqualTo(candidate);
      }
      assertThat(Count.of(rules, n)).isEqualTo(enumerated.size());
      assertThat(new BruteForce(rules, n).classes()).isEqualTo(enumerated);
    }
  }

  /**
   * Every sequence of statements by every transaction, then the definition, then the symmetries.
   */
  private static final class BruteForce {
    private final Rules rules;
    private final int statements;
    private final List<Move> alphabet = new ArrayList<>();
    private final Set<String> classes = new HashSet<>();

    BruteForce(Rules rules, int statements) {
      this.rules = rules;
      this.statements = statements;
      for (int transaction = 0; transaction < rules.transactions(); transaction++) {
        for (Verb verb : tried(ON_ROWS)) {
          for (int row = 0; row < rules.rows(); row++) {
            alphabet.add(new Move(transaction, verb, row));
          }
        }
        for (Verb verb : tried(PLAIN)) {
          alphabet.add(new Move(transaction, verb, Move.NO_ROW));
        }
      }
    }

    private List<Verb> tried(Verb... verbs) {
      Set<Verb> left =
          Arrays.stream(Extra.values())
              .filter(extra -> !extra.isIndex() && !rules.has(extra))
              .map(Extra::verb)
              .collect(toSet());
      return Arrays.stream(verbs).filter(verb -> !left.contains(verb)).toList();
    }

    Set<String> classes() {
      int total = 1;
      for (int i = 0; i < statements; i++) {
        total *= alphabet.size();
      }
      for (int present = 0; present < 1 << rules.rows(); present++) {
        for (int number = 0; number < total; number++) {
          Move[] moves = new Move[statements];
          for (int i = 0, rest = number; i < statements; i++, rest /= alphabet.size()) {
            moves[i] = alphabet.get(rest % alphabet.size());
          }
          if (isAllowed(present, moves)) {
            classes.add(
                new Candidate(rules.rows(), present, List.of(moves)).canonical().toString());
          }
        }
      }
      return classes;
    }

    private boolean isAllowed(int present, Move[] moves) {
      Set<Integer> transactions = new HashSet<>();
      boolean changes = false;
      for (int i = 0; i < moves.length; i++) {
        transactions.add(moves[i].transaction());
        Verb verb = moves[i].verb();
        boolean reads = verb == Verb.READ || verb == Verb.LOCK || verb == Verb.TAKE;
        changes |= verb == Verb.UPDATE_WHERE || (!reads && moves[i].row() >= 0);
        if (!isAllowed(present, moves, i)) {
          return false;
        }
      }
      return changes && transactions.size() > 1;
    }

    private boolean isAllowed(int present, Move[] moves, int place) {
      Move move = moves[place];
      boolean isThere = move.row() >= 0 && (present >> move.row() & 1) == 1;
      boolean mayHaveTurned = false;
      int ownBefore = 0;
      int ownAfter = 0;
      int savepoint = -1;
      int workSinceSavepoint = 0;
      int backs = 0;
      for (int i = 0; i < moves.length; i++) {
        boolean own = moves[i].transaction() == move.transaction();
        Verb verb = moves[i].verb();
        boolean works =
            moves[i].row() >= 0
                || verb == Verb.SELECT
                || verb == Verb.JOIN
                || verb == Verb.UPDATE_WHERE;
        if (i < place) {
          mayHaveTurned |=
              moves[i].row() == move.row()
                  && (isThere
                      ? verb == Verb.DELETE
                      : verb == Verb.INSERT || verb == Verb.COPY || verb == Verb.MERGE);
        }
        if (own && i < place) {
          ownBefore += works ? 1 : 0;
          workSinceSavepoint += works && savepoint >= 0 ? 1 : 0;
          savepoint = verb == Verb.SAVEPOINT ? i : savepoint;
          backs += verb == Verb.ROLLBACK_TO_SAVEPOINT ? 1 : 0;
        } else if (own && i > place) {
          ownAfter++;
        }
      }
      return switch (move.verb()) {
        case READ, SELECT -> true;
        case LOCK -> rules.locks();
        case UPDATE, DELETE -> isThere || mayHaveTurned;
        case INSERT -> !isThere || mayHaveTurned;
        case WRITE -> mayHaveTurned;
        case COPY -> rules.has(Extra.COPIES) && (!isThere || mayHaveTurned);
        case MERGE -> rules.has(Extra.MERGE);
        case TAKE -> rules.has(Extra.SKIP_LOCKED);
        case JOIN -> rules.has(Extra.JOINS);
        case UPDATE_WHERE -> rules.has(Extra.CONDITIONS);
        case SAVEPOINT -> rules.savepoints() && savepoint < 0 && goesBack(moves, place);
        case ROLLBACK_TO_SAVEPOINT -> savepoint >= 0 && backs == 0 && workSinceSavepoint > 0;
        case ROLLBACK -> ownBefore > 0 && ownAfter == 0;
        case COMMIT ->
            ownBefore > 0 && ownAfter == 0 && moves[place - 1].transaction() != move.transaction();
        default -> false;
      };
    }

    private static boolean goesBack(Move[] moves, int place) {
      for (int i = place + 1; i < moves.length; i++) {
        if (moves[i].transaction() == moves[place].transaction()
            && moves[i].verb() == Verb.ROLLBACK_TO_SAVEPOINT) {
          return true;
        }
      }
      return false;
    }
  }
}
