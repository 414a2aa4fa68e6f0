package dev.isogauge.collect.recover;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.RecordedSession;
import java.util.List;
import java.util.OptionalLong;

/** A recorded session of which subclasses do some things in another way. */
abstract class ForwardingSession implements Session {
  protected final RecordedSession session;

  ForwardingSession(RecordedSession session) {
    this.session = session;
  }

  @Override
  public final Level level() {
    return session.level();
  }

  @Override
  public final String connectionNumber() {
    return session.connectionNumber();
  }

  @Override
  public void begin() throws Failure {
    session.begin();
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    return session.read(key);
  }

  @Override
  public final void write(long key, long value) throws Failure {
    session.write(key, value);
  }

  @Override
  public final boolean insert(long key, long value) throws Failure {
    return session.insert(key, value);
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    return session.update(key, value);
  }

  @Override
  public boolean delete(long key) throws Failure {
    return session.delete(key);
  }

  @Override
  public final boolean compareAndSet(long key, long expected, long value) throws Failure {
    return session.compareAndSet(key, expected, value);
  }

  @Override
  public final void append(long key, long element) throws Failure {
    session.append(key, element);
  }

  @Override
  public final List<Long> readList(long key) throws Failure {
    return session.readList(key);
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    return session.select(condition);
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    return session.aggregate(aggregate, condition);
  }

  @Override
  public final Changed updateWhere(Condition condition, long value) throws Failure {
    return session.updateWhere(condition, value);
  }

  @Override
  public final Changed deleteWhere(Condition condition) throws Failure {
    return session.deleteWhere(condition);
  }

  @Override
  public final Rows execute(String sql, Object... parameters) throws Failure {
    return session.execute(sql, parameters);
  }

  @Override
  public final Identifiers identifiers() throws Failure {
    return session.identifiers();
  }

  @Override
  public void commit() throws Failure {
    session.commit();
  }

  @Override
  public final void rollback() {
    session.rollback();
  }

  @Override
  public final void close() {
    session.close();
  }
}
