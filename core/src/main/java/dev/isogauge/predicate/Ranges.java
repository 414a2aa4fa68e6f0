package dev.isogauge.predicate;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** Finds the ranges that a condition confines columns to. */
final class Ranges {
  private Ranges() {}

  /** One for each column that is confined. */
  static List<ColumnRange> all(ConditionNode condition) {
    return List.copyOf(of(condition).values());
  }

  /** The narrowest by its shape: a point, then both bounds, then one. */
  static Optional<ColumnRange> narrowest(List<ColumnRange> ranges) {
    return ranges.stream()
        .min(
            Comparator.comparing((ColumnRange range) -> !range.isPoint())
                .thenComparing(range -> range.low().isEmpty() || range.high().isEmpty())
                .thenComparing(ColumnRange::column));
  }

  private static Map<Value.Column, ColumnRange> of(ConditionNode condition) {
    if (condition instanceof ConditionNode.Joined and && and.isAnd()) {
      Map<Value.Column, ColumnRange> ranges = new HashMap<>();
      for (ConditionNode part : and.parts()) {
        of(part).forEach((column, range) -> ranges.merge(column, range, Ranges::intersection));
      }
      return ranges;
    }
    if (condition instanceof ConditionNode.Joined or) {
      Map<Value.Column, ColumnRange> ranges = new HashMap<>(of(or.parts().get(0)));
      for (ConditionNode part : or.parts().subList(1, or.parts().size())) {
        Map<Value.Column, ColumnRange> others = of(part);
        ranges.keySet().retainAll(others.keySet());
        ranges.replaceAll((column, range) -> hull(range, others.get(column)));
        ranges.values().removeIf(Ranges::isOpen);
      }
      return ranges;
    }
    return single(condition).map(range -> Map.of(range.key(), range)).orElse(Map.of());
  }

  private static Optional<ColumnRange> single(ConditionNode condition) {
    if (condition instanceof ConditionNode.Comparison comparison) {
      return comparison.left() instanceof Value.Column column
          ? compared(column, comparison.operator(), comparison.right())
          : comparison.right() instanceof Value.Column column
              ? compared(column, comparison.operator().mirrored(), comparison.left())
              : Optional.empty();
    }
    if (condition instanceof ConditionNode.In in
        && !in.not()
        && in.value() instanceof Value.Column c) {
      return members(c, in);
    }
    if (condition instanceof ConditionNode.Like like
        && !like.not()
        && like.value() instanceof Value.Column column) {
      String prefix = like.pattern().prefix();
      return prefix.isEmpty()
          ? Optional.empty()
          : range(column, Optional.of(prefix), successor(prefix));
    }
    return Optional.empty();
  }

  private static Optional<ColumnRange> compared(
      Value.Column column, ConditionNode.Operator operator, Value other) {
    if (!(other instanceof Value.Constant constant) || constant.value() == null) {
      return Optional.empty();
    }
    Optional<Object> bound = Optional.of(constant.value());
    return switch (operator) {
      case EQUAL -> range(column, bound, bound);
      case UNEQUAL -> Optional.empty();
      case LESS, AT_MOST -> range(column, Optional.empty(), bound);
      case GREATER, AT_LEAST -> range(column, bound, Optional.empty());
    };
  }

  private static Optional<ColumnRange> members(Value.Column column, ConditionNode.In in) {
    Optional<ColumnRange> hull = Optional.empty();
    for (Value member : in.members()) {
      if (!(member instanceof Value.Constant constant)) {
        return Optional.empty();
      }
      if (constant.value() != null) {
        Optional<ColumnRange> point = compared(column, ConditionNode.Operator.EQUAL, constant);
        hull = hull.isEmpty() ? point : Optional.of(hull(hull.get(), point.orElseThrow()));
        if (isOpen(hull.orElseThrow())) {
          return Optional.empty();
        }
      }
    }
    return hull;
  }

  private static Optional<ColumnRange> range(
      Value.Column column, Optional<Object> low, Optional<Object> high) {
    return Optional.of(new ColumnRange(column.name(), column.quoted(), low, high));
  }

  /** Ranges of two types do not meet; each is sound by itself. */
  private static ColumnRange intersection(ColumnRange left, ColumnRange right) {
    if (left.isText() != right.isText()) {
      return left;
    }
    return new ColumnRange(
        left.column(),
        left.quoted(),
        combined(left.low(), right.low(), Ranges::larger),
        combined(left.high(), right.high(), Ranges::smaller));
  }

  /** What covers both; open at both ends if nothing better does. */
  private static ColumnRange hull(ColumnRange left, ColumnRange right) {
    boolean sameType = left.isText() == right.isText();
    boolean low = sameType && left.low().isPresent() && right.low().isPresent();
    boolean high = sameType && left.high().isPresent() && right.high().isPresent();
    return new ColumnRange(
        left.column(),
        left.quoted(),
        low ? combined(left.low(), right.low(), Ranges::smaller) : Optional.empty(),
        high ? combined(left.high(), right.high(), Ranges::larger) : Optional.empty());
  }

  private static boolean isOpen(ColumnRange range) {
    return range.low().isEmpty() && range.high().isEmpty();
  }

  private static Optional<Object> combined(
      Optional<Object> left, Optional<Object> right, BinaryOperator<Object> choice) {
    return left.isPresent() && right.isPresent()
        ? Optional.of(choice.apply(left.get(), right.get()))
        : left.or(() -> right);
  }

  private static Object larger(Object left, Object right) {
    return Values.compareInIndex(left, right) >= 0 ? left : right;
  }

  private static Object smaller(Object left, Object right) {
    return Values.compareInIndex(left, right) <= 0 ? left : right;
  }

  /** A string after all that begin with the prefix, if there is one. */
  private static Optional<Object> successor(String prefix) {
    int last = prefix.codePointBefore(prefix.length());
    if (last == Character.MAX_CODE_POINT) {
      return Optional.empty();
    }
    int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
    return Optional.of(
        new StringBuilder(prefix.substring(0, prefix.length() - Character.charCount(last)))
            .appendCodePoint(next)
            .toString());
  }
}
