package dev.isogauge.collect.sql;

import dev.isogauge.collect.Timestamps;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Timestamps of CockroachDB: a decimal is nanoseconds, and after the point ten digits that count
 * within one.
 */
public final class HybridTime {
  /** How many timestamps within a nanosecond can be told apart. */
  private static final int COUNTS = 8;

  /** They count from the year 2020, so that they fit. */
  private static final long BEGIN = 1_577_836_800_000_000_000L;

  private HybridTime() {}

  /**
   * Where a transaction stands that reads and writes at this time, which is a start and a commit.
   *
   * @throws ArithmeticException if it does not fit
   */
  public static Timestamps place(String decimal) {
    BigDecimal time = new BigDecimal(decimal);
    BigDecimal nanos = time.setScale(0, RoundingMode.DOWN);
    long count = time.subtract(nanos).movePointRight(10).longValue();
    if (count >= COUNTS) {
      throw new ArithmeticException(
          "found the timestamp " + decimal + "; expected a small count in it");
    }
    long place = (nanos.longValueExact() - BEGIN) * COUNTS + count;
    return new Timestamps(2 * place - 1, 2 * place);
  }
}
