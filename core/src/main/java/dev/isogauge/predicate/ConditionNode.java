package dev.isogauge.predicate;

import java.util.List;
import java.util.Set;

/**
 * A condition on one row. There is no node for NOT: it is pushed inwards, where every node knows
 * its opposite, which holds in three-valued logic as well.
 */
sealed interface ConditionNode {
  Truth of(Row row);

  /** True where this is false, false where this is true, unknown where this is unknown. */
  ConditionNode negated();

  /** Adds the columns that it reads. */
  void columns(Set<String> into);

  /** The same truth on every row. */
  record Constant(Truth truth) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      return truth;
    }

    @Override
    public ConditionNode negated() {
      return new Constant(truth.negated());
    }

    @Override
    public void columns(Set<String> into) {
      // reads none
    }
  }

  /**
   * Parts joined by AND or OR.
   *
   * @param decisive the truth of a part that decides: false for AND, true for OR
   */
  record Joined(Truth decisive, List<ConditionNode> parts) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      Truth truth = decisive.negated();
      for (int i = 0; i < parts.size(); i++) {
        Truth part = parts.get(i).of(row);
        if (part == decisive) {
          return part;
        }
        truth = part == Truth.UNKNOWN ? part : truth;
      }
      return truth;
    }

    boolean isAnd() {
      return decisive == Truth.FALSE;
    }

    @Override
    public ConditionNode negated() {
      return new Joined(decisive.negated(), parts.stream().map(ConditionNode::negated).toList());
    }

    @Override
    public void columns(Set<String> into) {
      parts.forEach(part -> part.columns(into));
    }
  }

  /** Compares two values; unknown if one is null. */
  record Comparison(Value left, Operator operator, Value right) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      Object x = left.of(row);
      Object y = x == null ? null : right.of(row);
      return y == null ? Truth.UNKNOWN : Truth.of(operator.accepts(Values.compare(x, y)));
    }

    @Override
    public ConditionNode negated() {
      return new Comparison(left, operator.negated(), right);
    }

    @Override
    public void columns(Set<String> into) {
      left.columns(into);
      right.columns(into);
    }
  }

  /** Whether a value is among others; unknown if it is not, but something is null. */
  record In(Value value, List<Value> members, boolean not) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      if (members.isEmpty()) {
        return Truth.of(not);
      }
      Object x = value.of(row);
      if (x == null) {
        return Truth.UNKNOWN;
      }
      Truth truth = Truth.of(not);
      for (int i = 0; i < members.size(); i++) {
        Object y = members.get(i).of(row);
        if (y == null) {
          truth = Truth.UNKNOWN;
        } else if (Values.compare(x, y) == 0) {
          return Truth.of(!not);
        }
      }
      return truth;
    }

    @Override
    public ConditionNode negated() {
      return new In(value, members, !not);
    }

    @Override
    public void columns(Set<String> into) {
      value.columns(into);
      members.forEach(member -> member.columns(into));
    }
  }

  /** Compares the text of a value, an integer's digits included, with a pattern. */
  record Like(Value value, LikePattern pattern, boolean not) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      Object x = value.of(row);
      return x == null ? Truth.UNKNOWN : Truth.of(pattern.matches(x.toString()) != not);
    }

    @Override
    public ConditionNode negated() {
      return new Like(value, pattern, !not);
    }

    @Override
    public void columns(Set<String> into) {
      value.columns(into);
    }
  }

  /** Whether a value is null; never unknown. */
  record IsNull(Value value, boolean not) implements ConditionNode {
    @Override
    public Truth of(Row row) {
      return Truth.of((value.of(row) == null) != not);
    }

    @Override
    public ConditionNode negated() {
      return new IsNull(value, !not);
    }

    @Override
    public void columns(Set<String> into) {
      value.columns(into);
    }
  }

  /** How a comparison compares. */
  enum Operator {
    EQUAL,
    UNEQUAL,
    LESS,
    AT_MOST,
    GREATER,
    AT_LEAST;

    boolean accepts(int comparison) {
      return switch (this) {
        case EQUAL -> comparison == 0;
        case UNEQUAL -> comparison != 0;
        case LESS -> comparison < 0;
        case AT_MOST -> comparison <= 0;
        case GREATER -> comparison > 0;
        case AT_LEAST -> comparison >= 0;
      };
    }

    Operator negated() {
      return switch (this) {
        case EQUAL -> UNEQUAL;
        case UNEQUAL -> EQUAL;
        case LESS -> AT_LEAST;
        case AT_MOST -> GREATER;
        case GREATER -> AT_MOST;
        case AT_LEAST -> LESS;
      };
    }

    /** The operator that says the same with the sides exchanged. */
    Operator mirrored() {
      return switch (this) {
        case EQUAL, UNEQUAL -> this;
        case LESS -> GREATER;
        case AT_MOST -> AT_LEAST;
        case GREATER -> LESS;
        case AT_LEAST -> AT_MOST;
      };
    }
  }
}
