package dev.isogauge.generate;

import dev.isogauge.generate.SimulatedRows.Account;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A condition on accounts, in SQL and in Java. A checker reads the one; the store goes by the
 * other.
 */
record AccountCondition(String sql, Predicate<Account> matches) {
  private static final List<String> OWNERS =
      List.of("ann", "bob", "cem", "dan", "eva", "fay", "gus", "hal");

  /** Balances are below this. */
  private static final int BALANCES = 1000;

  static Account drawAccount(SplitMix random) {
    return new Account(drawOwner(random), random.below(BALANCES));
  }

  /** A condition of the kinds that queries have; some are ranges and some are not. */
  static AccountCondition draw(SplitMix random) {
    int low = random.below(BALANCES);
    String owner = drawOwner(random);
    return switch (random.below(5)) {
      case 0 -> between(low, low + 99);
      case 1 ->
          new AccountCondition(
              String.format(Locale.ROOT, "balance >= %d and balance < %d", low, low + 200),
              account -> account.balance() >= low && account.balance() < low + 200);
      case 2 ->
          new AccountCondition(
              String.format(Locale.ROOT, "owner = '%s' and balance > %d", owner, low),
              account -> account.owner().equals(owner) && account.balance() > low);
      case 3 -> ownerOrDigit(owner, drawOwner(random), random.below(10));
      default ->
          new AccountCondition(
              String.format(
                  Locale.ROOT, "owner like '%c%%' and not balance < %d", owner.charAt(0), low),
              account -> account.owner().charAt(0) == owner.charAt(0) && account.balance() >= low);
    };
  }

  /** A condition that few accounts match. */
  static AccountCondition drawNarrow(SplitMix random) {
    int low = random.below(BALANCES);
    return between(low, low + 19);
  }

  private static AccountCondition between(int low, int high) {
    return new AccountCondition(
        String.format(Locale.ROOT, "balance between %d and %d", low, high),
        account -> account.balance() >= low && account.balance() <= high);
  }

  private static AccountCondition ownerOrDigit(String first, String second, int digit) {
    return new AccountCondition(
        String.format(
            Locale.ROOT, "owner in ('%s', '%s') or balance %% 10 = %d", first, second, digit),
        account ->
            account.owner().equals(first)
                || account.owner().equals(second)
                || account.balance() % 10 == digit);
  }

  private static String drawOwner(SplitMix random) {
    return OWNERS.get(random.below(OWNERS.size()));
  }
}
