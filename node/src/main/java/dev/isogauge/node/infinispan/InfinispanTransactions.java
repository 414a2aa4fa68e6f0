package dev.isogauge.node.infinispan;

import dev.isogauge.node.Conflict;
import dev.isogauge.node.Transactions;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.infinispan.AdvancedCache;
import org.infinispan.commons.CacheException;
import org.infinispan.commons.TimeoutException;
import org.infinispan.context.Flag;
import org.infinispan.remoting.RemoteException;

/**
 * Transactions of Infinispan's own transaction manager, which binds them to the thread.
 *
 * <ul>
 *   <li>Pessimistic: a write locks its key until the end, and so does a read that asks for it. A
 *       lock that is not had in time aborts.
 *   <li>Optimistic: a commit locks the keys that were written, and aborts if one of them has
 *       another version than the transaction read.
 * </ul>
 */
final class InfinispanTransactions implements Transactions {
  private final TransactionManager manager;
  private final AdvancedCache<String, String> reads;
  private final AdvancedCache<String, String> readsForUpdate;
  private final AdvancedCache<String, String> writes;
  private final boolean readsAgain;

  /** What the transaction under way has written. */
  private final Set<String> written = new HashSet<>();

  InfinispanTransactions(AdvancedCache<String, String> cache, Mode mode) {
    this.manager = cache.getTransactionManager();
    this.readsForUpdate = mode.isPessimistic() ? cache.withFlags(Flag.FORCE_WRITE_LOCK) : cache;
    this.reads = mode.locksReads() ? readsForUpdate : cache;
    this.writes = cache.withFlags(Flag.IGNORE_RETURN_VALUES);
    this.readsAgain = mode == Mode.READ_COMMITTED;
  }

  @Override
  public void begin() throws Exception {
    written.clear();
    manager.begin();
  }

  @Override
  public String value(String key) throws Conflict {
    return operate(() -> reads.get(key));
  }

  /**
   * At READ COMMITTED, a read that locks may return what the transaction saw before it had the
   * lock, so the value is read once more, outside the transaction.
   */
  @Override
  public String valueForUpdate(String key) throws Exception {
    String value = operate(() -> readsForUpdate.get(key));
    if (!readsAgain || written.contains(key)) {
      return value;
    }
    Transaction own = manager.suspend();
    try {
      return operate(() -> reads.get(key));
    } finally {
      manager.resume(own);
    }
  }

  @Override
  public void put(String key, String value) throws Conflict {
    written.add(key);
    operate(() -> writes.put(key, value));
  }

  @Override
  public void remove(String key) throws Conflict {
    written.add(key);
    operate(() -> writes.remove(key));
  }

  private static String operate(Supplier<String> operation) throws Conflict {
    try {
      return operation.get();
    } catch (CacheException e) {
      if (isLockTimeout(e)) {
        throw new Conflict(e);
      }
      throw e;
    }
  }

  /** Locks of other members are waited for there. */
  private static boolean isLockTimeout(Throwable e) {
    return e instanceof TimeoutException
        || (e instanceof RemoteException && e.getCause() instanceof TimeoutException);
  }

  /** After any other exception than this one, the transaction may be committed. */
  @Override
  public void commit() throws Exception {
    try {
      manager.commit();
    } catch (RollbackException e) {
      throw new Conflict(e);
    }
  }

  @Override
  public void rollback() {
    try {
      if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
        manager.rollback();
      }
    } catch (SystemException | RuntimeException e) {
      // The cluster ends it after a while.
    }
  }
}
