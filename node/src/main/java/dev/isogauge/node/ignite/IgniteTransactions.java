package dev.isogauge.node.ignite;

import dev.isogauge.node.Conflict;
import dev.isogauge.node.Transactions;
import java.util.function.Supplier;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.apache.ignite.transactions.TransactionOptimisticException;
import org.apache.ignite.transactions.TransactionRollbackException;
import org.apache.ignite.transactions.TransactionTimeoutException;

/**
 * Transactions of Ignite, which binds them to the thread.
 *
 * <ul>
 *   <li>PESSIMISTIC REPEATABLE_READ: reads and writes lock their key until the end. A transaction
 *       that takes too long, as in a deadlock, is aborted.
 *   <li>OPTIMISTIC SERIALIZABLE: a commit aborts if a key has been changed since it was read.
 * </ul>
 */
final class IgniteTransactions implements Transactions {
  private final IgniteMember member;
  private final boolean isOptimistic;
  private final long timeoutMillis;

  /** These are null while no transaction is under way. */
  private Transaction transaction;

  private IgniteCache<String, String> cache;

  IgniteTransactions(IgniteMember member, boolean isOptimistic, long lockTimeoutMillis) {
    this.member = member;
    this.isOptimistic = isOptimistic;
    // The timeout is that of the whole transaction. Nothing else ends deadlocks, and others wait
    // meanwhile, so it is short where there are any.
    this.timeoutMillis = isOptimistic ? lockTimeoutMillis : lockTimeoutMillis / 4;
  }

  @Override
  public void begin() {
    Ignite ignite = member.joined();
    cache = ignite.cache(IgniteMember.CACHE);
    transaction =
        ignite
            .transactions()
            .txStart(
                isOptimistic
                    ? TransactionConcurrency.OPTIMISTIC
                    : TransactionConcurrency.PESSIMISTIC,
                isOptimistic
                    ? TransactionIsolation.SERIALIZABLE
                    : TransactionIsolation.REPEATABLE_READ,
                timeoutMillis,
                0);
  }

  @Override
  public String value(String key) throws Conflict {
    return operate(() -> cache.get(key));
  }

  @Override
  public void put(String key, String value) throws Conflict {
    operate(
        () -> {
          cache.put(key, value);
          return null;
        });
  }

  @Override
  public void remove(String key) throws Conflict {
    operate(
        () -> {
          cache.remove(key);
          return null;
        });
  }

  /**
   * After any other exception than these, the transaction may be committed. That goes for a
   * timeout, too: some that ended so were seen to be committed.
   */
  @Override
  public void commit() throws Conflict {
    try {
      transaction.commit();
    } catch (TransactionOptimisticException | TransactionRollbackException e) {
      throw new Conflict(e);
    }
    rollback();
  }

  private static String operate(Supplier<String> operation) throws Conflict {
    try {
      return operation.get();
    } catch (CacheException | IgniteException e) {
      if (isRefusal(e) || isRefusal(e.getCause())) {
        throw new Conflict(e);
      }
      throw e;
    }
  }

  private static boolean isRefusal(Throwable e) {
    return e instanceof TransactionOptimisticException
        || e instanceof TransactionTimeoutException
        || e instanceof TransactionRollbackException;
  }

  @Override
  public void rollback() {
    if (transaction != null) {
      try {
        transaction.close(); // Also after a commit: the thread is free for the next one then.
      } catch (IgniteException | IllegalStateException e) {
        // It has ended, or does so with its member.
      }
      transaction = null;
    }
  }
}
