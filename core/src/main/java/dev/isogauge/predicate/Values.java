package dev.isogauge.predicate;

import dev.isogauge.history.Atoms;
import java.math.BigInteger;

/**
 * Arithmetic and comparison of column values. Integers are exact: a result beyond 64 bits becomes a
 * {@link BigInteger}, and one that fits again becomes a {@link Long}, so that equal numbers are
 * equal objects.
 *
 * <p>Where a string meets an integer, it counts as the integer that it spells, as in H2; a string
 * that spells none cannot be compared, which no database does in the same way, so this fails.
 */
final class Values {
  private Values() {}

  /** The one object that stands for a value. */
  static Object normal(Object value) {
    if (value == null || value instanceof Long || value instanceof String) {
      return value;
    }
    if (value instanceof Integer small) {
      return small.longValue();
    }
    if (value instanceof BigInteger big) {
      return big.bitLength() < Long.SIZE ? (Object) big.longValue() : big;
    }
    throw new IllegalArgumentException("no value of a column: " + value.getClass());
  }

  /** Orders two values of which none is null as SQL does. */
  static int compare(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      return Long.compare(x, y);
    }
    if (left instanceof String x && right instanceof String y) {
      return Atoms.compareCodePoints(x, y);
    }
    return big(left).compareTo(big(right));
  }

  /** The order of indexes: integers by size, then strings by code point. */
  static int compareInIndex(Object left, Object right) {
    boolean text = left instanceof String;
    return text == right instanceof String ? compare(left, right) : text ? 1 : -1;
  }

  static Object add(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      long sum = x + y;
      // Overflow: both differ in sign from the sum.
      if (((x ^ sum) & (y ^ sum)) >= 0) {
        return sum;
      }
    }
    return normal(big(left).add(big(right)));
  }

  static Object subtract(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      long difference = x - y;
      if (((x ^ y) & (x ^ difference)) >= 0) {
        return difference;
      }
    }
    return normal(big(left).subtract(big(right)));
  }

  static Object multiply(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      long product = x * y;
      if (Math.multiplyHigh(x, y) == product >> (Long.SIZE - 1)) {
        return product;
      }
    }
    return normal(big(left).multiply(big(right)));
  }

  /** Rounds towards zero; null where the divisor is zero. */
  static Object divide(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      if (y == 0) {
        return null;
      }
      if (y != -1) {
        return x / y;
      }
    }
    BigInteger divisor = big(right);
    return divisor.signum() == 0 ? null : normal(big(left).divide(divisor));
  }

  /** The remainder, with the sign of the dividend; null where the divisor is zero. */
  static Object remainder(Object left, Object right) {
    if (left instanceof Long x && right instanceof Long y) {
      return y == 0 ? null : (Object) (x % y);
    }
    BigInteger divisor = big(right);
    return divisor.signum() == 0 ? null : normal(big(left).remainder(divisor));
  }

  private static BigInteger big(Object value) {
    if (value instanceof Long number) {
      return BigInteger.valueOf(number);
    }
    if (value instanceof BigInteger number) {
      return number;
    }
    String text = (String) value;
    try {
      return new BigInteger(text.strip());
    } catch (NumberFormatException e) {
      throw new PredicateException(
          "the string '" + text + "' is not an integer, which is needed there");
    }
  }
}
