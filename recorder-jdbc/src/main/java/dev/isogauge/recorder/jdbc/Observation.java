package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.OperationLog;
import dev.isogauge.recorder.UnknownScope;

/** What a statement did or saw. */
sealed interface Observation {
  /** Records it. */
  void giveTo(OperationLog log);

  default boolean isWrite() {
    return false;
  }

  /** A read of a row; null where there is none. */
  record Read(String key, Object value) implements Observation {
    @Override
    public void giveTo(OperationLog log) {
      log.read(key, value);
    }
  }

  /** A write of a row; null for a delete. */
  record Write(String key, Object value) implements Observation {
    @Override
    public void giveTo(OperationLog log) {
      if (value == null) {
        log.delete(key);
      } else {
        log.write(key, value);
      }
    }

    @Override
    public boolean isWrite() {
      return true;
    }
  }

  /** A read of something unknown. */
  record UnknownRead(UnknownScope scope) implements Observation {
    @Override
    public void giveTo(OperationLog log) {
      log.unknownRead(scope);
    }
  }

  /** A write of something unknown. */
  record UnknownWrite(UnknownScope scope) implements Observation {
    @Override
    public void giveTo(OperationLog log) {
      log.unknownWrite(scope);
    }

    @Override
    public boolean isWrite() {
      return true;
    }
  }

  /** Whether it writes this key, or may. */
  default boolean mayWrite(String key) {
    if (this instanceof Write write) {
      return write.key().equals(key);
    }
    if (this instanceof UnknownWrite unknown) {
      return unknown.scope() instanceof UnknownScope.Everything
          || unknown.scope().equals(UnknownScope.key(key))
          || (unknown.scope() instanceof UnknownScope.Table table
              && key.startsWith(table.relation() + "/"));
    }
    return false;
  }
}
