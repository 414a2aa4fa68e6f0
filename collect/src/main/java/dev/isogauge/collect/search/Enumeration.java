package dev.isogauge.collect.search;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** All schedules of a number of statements that {@link Rules} allow, each once, in fixed order. */
final class Enumeration implements Iterator<Candidate> {
  private final Rules rules;
  private final int statements;
  private int present;
  private final List<Move> moves = new ArrayList<>();

  /** By depth: the statements that may stand there, and which of them is next. */
  private final List<List<Move>> choices = new ArrayList<>();

  private final int[] chosen;
  private Candidate upcoming;

  Enumeration(Rules rules, int statements) {
    this.rules = rules;
    this.statements = statements;
    this.chosen = new int[statements + 1];
    choices.add(rules.next(present, moves));
    advance();
  }

  @Override
  public boolean hasNext() {
    return upcoming != null;
  }

  @Override
  public Candidate next() {
    if (upcoming == null) {
      throw new NoSuchElementException();
    }
    Candidate result = upcoming;
    advance();
    return result;
  }

  private void advance() {
    upcoming = null;
    while (upcoming == null && present < 1 << rules.rows()) {
      int depth = choices.size() - 1;
      if (depth == statements || chosen[depth] == choices.get(depth).size()) {
        back();
      } else {
        moves.add(choices.get(depth).get(chosen[depth]++));
        boolean isWhole = moves.size() == statements;
        if (isWhole && rules.isComplete(moves)) {
          upcoming = new Candidate(rules.rows(), present, moves);
        }
        choices.add(isWhole ? List.of() : rules.next(present, moves));
        chosen[depth + 1] = 0;
      }
    }
  }

  private void back() {
    choices.remove(choices.size() - 1);
    if (!moves.isEmpty()) {
      moves.remove(moves.size() - 1);
    } else {
      present++;
      choices.add(rules.next(present, moves));
      chosen[0] = 0;
    }
  }
}
