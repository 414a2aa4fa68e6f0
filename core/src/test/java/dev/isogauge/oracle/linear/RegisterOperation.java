package dev.isogauge.oracle.linear;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.List;

/**
 * An operation of one register for tests: a read, a write, or a read and then a write.
 *
 * @param read the value read; null if it reads nothing
 * @param write the value written; null if it writes nothing
 * @param begin null if it is not known
 * @param end null if it is not known
 */
public record RegisterOperation(Long read, Long write, Long begin, Long end, Outcome outcome) {
  /** The value of every key before the first write. */
  public static final long INITIAL = 0;

  public boolean isCommitted() {
    return outcome == Outcome.COMMITTED;
  }

  public boolean isAborted() {
    return outcome == Outcome.ABORTED;
  }

  /** Begin as a number, smaller than all times if it is not known. */
  public long earliest() {
    return begin == null ? Long.MIN_VALUE : begin;
  }

  /** End as a number, larger than all times if it is not known or means nothing. */
  public long latest() {
    return end == null || !isCommitted() ? Long.MAX_VALUE : end;
  }

  public RegisterOperation with(Outcome newOutcome) {
    return new RegisterOperation(read, write, begin, end, newOutcome);
  }

  /** A history with one key per list; transaction numbers follow the lists. */
  public static History history(List<List<RegisterOperation>> keys) {
    RawBlock block = new RawBlock();
    long session = 0;
    for (int key = 0; key < keys.size(); key++) {
      for (RegisterOperation operation : keys.get(key)) {
        block.transaction(session++, Atoms.NO_NAME, operation.outcome(), 0);
        block.realTime(
            operation.begin() == null ? RawBlock.NO_TIME : operation.begin(),
            operation.end() == null ? RawBlock.NO_TIME : operation.end());
        if (operation.read() != null) {
          block.read(key, operation.read());
        }
        if (operation.write() != null) {
          block.write(key, operation.write());
        }
      }
    }
    HistoryBuilder builder = new HistoryBuilder(new Atoms());
    builder.defaultInitialValue(INITIAL);
    builder.add(block);
    return builder.build();
  }
}
