package dev.isogauge.generate;

import java.util.IntSummaryStatistics;
import java.util.OptionalLong;

/** What is computed over the accounts that match a condition. */
enum RowAggregate {
  COUNT("count(*)"),
  MIN("min(balance)"),
  MAX("max(balance)"),
  SUM("sum(balance)");

  private final String sql;

  RowAggregate(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  /** The result; none where SQL says NULL. */
  OptionalLong of(IntSummaryStatistics balances) {
    if (this != COUNT && balances.getCount() == 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        switch (this) {
          case COUNT -> balances.getCount();
          case MIN -> balances.getMin();
          case MAX -> balances.getMax();
          case SUM -> balances.getSum();
        });
  }
}
