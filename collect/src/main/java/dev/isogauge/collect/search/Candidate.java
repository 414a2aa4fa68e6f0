package dev.isogauge.collect.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A small schedule: which rows are there at first, and the statements of its transactions. Each
 * transaction commits right after its last statement unless that ends it.
 *
 * @param rows how many rows there may be
 * @param present the rows that are there at first, as bits
 */
record Candidate(int rows, int present, List<Move> moves) {
  private static final List<String> ITEMS = List.of("x", "y");

  /** Values of rows at first: ten times their number. */
  private static final long SETUP_VALUES = 10;

  /** The first value that a statement writes; the next one writes the next. */
  private static final long FIRST_VALUE = 31;

  /** What the first copy writes, to which it adds a sum; the next one writes twice that. */
  private static final long FIRST_COPY = 10_000;

  private static final String CONDITION = "value > 0";

  /** Which values that no statement has written meet. */
  static final String OLD_VALUES = "value < 30";

  Candidate {
    moves = List.copyOf(moves);
  }

  int size() {
    return moves.size();
  }

  boolean isPresent(int row) {
    return ((present >> row) & 1) != 0;
  }

  boolean mentions(int row) {
    return moves.stream().anyMatch(move -> move.row() == row);
  }

  /**
   * The one of its equals that is tried: transactions have numbers by their first statement, and
   * the first row that is named is x.
   */
  Candidate canonical() {
    int[] numbers = new int[Rules.MOST_TRANSACTIONS];
    Arrays.fill(numbers, -1);
    int next = 0;
    boolean swap = false;
    boolean named = false;
    for (Move move : moves) {
      if (numbers[move.transaction()] < 0) {
        numbers[move.transaction()] = next++;
      }
      if (!named && move.row() != Move.NO_ROW) {
        named = true;
        swap = rows == 2 && move.row() == 1;
      }
    }
    List<Move> renamed = new ArrayList<>();
    for (Move move : moves) {
      int row = swap && move.row() != Move.NO_ROW ? 1 - move.row() : move.row();
      renamed.add(new Move(numbers[move.transaction()], move.verb(), row));
    }
    int swapped = swap ? ((present & 1) << 1) | (present >> 1) : present;
    return new Candidate(rows, swapped, renamed);
  }

  /** Only these of its statements, as bits. */
  Candidate part(int kept) {
    List<Move> rest = new ArrayList<>();
    for (int i = 0; i < moves.size(); i++) {
      if ((kept >> i & 1) != 0) {
        rest.add(moves.get(i));
      }
    }
    return new Candidate(rows, present, rest);
  }

  /** How many times the next statement is of another transaction. */
  int switches() {
    int switches = 0;
    for (int i = 1; i < moves.size(); i++) {
      if (moves.get(i).transaction() != moves.get(i - 1).transaction()) {
        switches++;
      }
    }
    return switches;
  }

  /** As a schedule of litmus tests, with the rows that it uses. */
  Schedule schedule(Set<AnomalyKind> shows) {
    boolean searches = moves.stream().anyMatch(move -> move.isWhole() || move.verb() == Verb.COPY);
    Map<String, Long> setup = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      if (isPresent(row)) {
        setup.put(ITEMS.get(row), SETUP_VALUES * (row + 1));
      }
      if (isPresent(row) || mentions(row) || searches) {
        keys.add(ITEMS.get(row));
      }
    }
    Map<String, String> sessions = new LinkedHashMap<>();
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < moves.size(); i++) {
      Move move = moves.get(i);
      String name = "T" + (move.transaction() + 1);
      sessions.put(name, "t" + (move.transaction() + 1));
      steps.add(new Step(name, action(i)));
      if (!move.isEnd() && isLast(i)) {
        steps.add(new Step(name, Action.commit()));
      }
    }
    String code = toString();
    return new Schedule(code, code, code, "", shows, setup, sessions, keys, steps);
  }

  private boolean isLast(int place) {
    return moves.subList(place + 1, moves.size()).stream()
        .noneMatch(later -> later.transaction() == moves.get(place).transaction());
  }

  private Action action(int place) {
    Move move = moves.get(place);
    if (move.isFrame()) {
      return Action.plain(move.verb());
    }
    return switch (move.verb()) {
      case SELECT -> Action.where(Verb.SELECT, CONDITION);
      case JOIN -> Action.where(Verb.JOIN, OLD_VALUES);
      case UPDATE_WHERE -> Action.updateWhere(OLD_VALUES, FIRST_VALUE + writesBefore(place));
      case COPY ->
          Action.copy(ITEMS.get(move.row()), OLD_VALUES, FIRST_COPY * (1 + writesBefore(place)));
      case UPDATE, INSERT, WRITE, MERGE ->
          Action.onItem(move.verb(), ITEMS.get(move.row()), FIRST_VALUE + writesBefore(place));
      default -> Action.onItem(move.verb(), ITEMS.get(move.row()));
    };
  }

  private long writesBefore(int place) {
    return moves.subList(0, place).stream().filter(Move::isChange).count();
  }

  /** Such as {@code x- y+: 1ix 2ry}; {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      text.append(row == 0 ? "" : " ").append(ITEMS.get(row)).append(isPresent(row) ? '+' : '-');
    }
    return moves.stream().map(Move::toString).collect(Collectors.joining(" ", text + ": ", ""));
  }

  static Candidate parse(String text) {
    int colon = text.indexOf(':');
    String[] rows = text.substring(0, colon).split(" ", -1);
    int present = 0;
    for (int row = 0; row < rows.length; row++) {
      present |= rows[row].endsWith("+") ? 1 << row : 0;
    }
    return new Candidate(
        rows.length,
        present,
        Arrays.stream(text.substring(colon + 1).strip().split(" ", -1)).map(Move::parse).toList());
  }
}
