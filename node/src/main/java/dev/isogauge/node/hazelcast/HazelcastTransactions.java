package dev.isogauge.node.hazelcast;

import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import com.hazelcast.transaction.TransactionContext;
import com.hazelcast.transaction.TransactionException;
import com.hazelcast.transaction.TransactionOptions;
import com.hazelcast.transaction.TransactionOptions.TransactionType;
import com.hazelcast.transaction.TransactionTimedOutException;
import com.hazelcast.transaction.TransactionalMap;
import dev.isogauge.node.Conflict;
import dev.isogauge.node.Transactions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Transactions in two phases. A write locks its key until the end; a read does so if it is to, by
 * {@code getForUpdate}. A lock that is not had in time aborts.
 */
final class HazelcastTransactions implements Transactions {
  private final HazelcastMember member;
  private final boolean locksReads;
  private final TransactionOptions options;

  /** These are null while no transaction is under way. */
  private TransactionContext context;

  private TransactionalMap<String, String> map;

  HazelcastTransactions(HazelcastMember member, boolean locksReads, long lockTimeoutMillis) {
    this.member = member;
    this.locksReads = locksReads;
    this.options =
        new TransactionOptions()
            .setTransactionType(TransactionType.TWO_PHASE)
            .setDurability(1)
            // One timeout is that of the transaction and of each of its locks. Nothing else ends
            // deadlocks, which are frequent: others wait meanwhile, so it is short.
            .setTimeout(lockTimeoutMillis / 8, TimeUnit.MILLISECONDS);
  }

  @Override
  public void begin() {
    context = member.instance().newTransactionContext(options);
    context.beginTransaction();
    map = context.getMap(HazelcastMember.MAP);
  }

  @Override
  public String value(String key) throws Conflict {
    return operate(() -> locksReads ? map.getForUpdate(key) : map.get(key));
  }

  @Override
  public String valueForUpdate(String key) throws Conflict {
    return operate(() -> map.getForUpdate(key));
  }

  @Override
  public void put(String key, String value) throws Conflict {
    operate(
        () -> {
          map.set(key, value);
          return null;
        });
  }

  @Override
  public void remove(String key) throws Conflict {
    operate(
        () -> {
          map.delete(key);
          return null;
        });
  }

  /** A lock that cannot be taken is a conflict; a missing majority is not. */
  private static String operate(Supplier<String> operation) throws Conflict {
    try {
      return operation.get();
    } catch (SplitBrainProtectionException e) {
      throw e;
    } catch (TransactionException e) {
      throw new Conflict(e);
    }
  }

  /** A transaction that took too long is refused before its first phase. */
  @Override
  public void commit() throws Conflict {
    try {
      context.commitTransaction();
      context = null;
    } catch (TransactionTimedOutException e) {
      throw new Conflict(e);
    }
  }

  @Override
  public void rollback() {
    if (context != null) {
      try {
        context.rollbackTransaction();
      } catch (RuntimeException e) {
        // It has ended, or the cluster ends it after a while.
      }
      context = null;
    }
  }
}
