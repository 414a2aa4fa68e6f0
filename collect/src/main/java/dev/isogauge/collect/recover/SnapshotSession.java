package dev.isogauge.collect.recover;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.record.RecordedSession;

/** Records xid and snapshot of transactions that have one snapshot, which they keep to the end. */
class SnapshotSession extends RecordedSession {
  SnapshotSession(RecordedSession session) {
    super(session);
  }

  /** Asked last, as only then it is certain whether there is an xid. */
  @Override
  public void commit() throws Failure {
    identifiers();
    super.commit();
  }
}
