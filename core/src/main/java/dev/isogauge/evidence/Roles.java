package dev.isogauge.evidence;

import static dev.isogauge.evidence.Role.Part;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.ReplayedRow;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which part transactions, operations and keys play in an anomaly, and what was expected instead of
 * what: for pictures of kinds whose edges do not show it.
 */
public final class Roles {
  private final History history;
  private final List<Role> roles = new ArrayList<>();
  private Optional<String> expected = Optional.empty();
  private Optional<String> actual = Optional.empty();

  private Roles(History history) {
    this.history = history;
  }

  /** The parts that an anomaly of the history has. */
  public static Roles of(History history, Anomaly anomaly) {
    Roles roles = new Roles(history);
    roles.assign(anomaly);
    return roles;
  }

  /** The parts, in the order in which they matter. */
  public List<Role> all() {
    return List.copyOf(roles);
  }

  /** What should have been read or should hold, where that is one thing. */
  public Optional<String> expected() {
    return expected;
  }

  /** What was read or holds instead. */
  public Optional<String> actual() {
    return actual;
  }

  private void assign(Anomaly anomaly) {
    if (anomaly instanceof Anomaly.FaultyRead faulty) {
      faultyRead(faulty);
    } else if (anomaly instanceof Anomaly.StaleRead stale) {
      operation(Part.READER, stale.read());
      writerOf(stale.read());
      operation(Part.EXPECTED, stale.overwrites());
      actual = Optional.of(history.valueName(stale.read()));
    } else if (anomaly instanceof Anomaly.NonRepeatableRead unrepeated) {
      operation(Part.FIRST, unrepeated.firstRead());
      operation(Part.SECOND, unrepeated.secondRead());
      expected = Optional.of(history.valueName(unrepeated.firstRead()));
      actual = Optional.of(history.valueName(unrepeated.secondRead()));
    } else if (anomaly instanceof Anomaly.LostUpdate lost) {
      version(Part.VERSION, lost.version(), lost.key());
      operation(Part.FIRST, lost.firstWrite());
      operation(Part.SECOND, lost.secondWrite());
    } else if (anomaly instanceof Anomaly.DuplicateWrite duplicate) {
      version(Part.FIRST, duplicate.firstWrite(), duplicate.key());
      operation(Part.SECOND, duplicate.secondWrite());
    } else if (anomaly instanceof Anomaly.OverlappingSession overlapping) {
      transaction(Part.EARLIER, overlapping.earlier());
      transaction(Part.LATER, overlapping.later());
    } else if (anomaly instanceof Anomaly.OrderViolation violation) {
      transaction(Part.EARLIER, violation.earlier());
      transaction(Part.LATER, violation.later());
    } else if (anomaly instanceof Anomaly.TimestampViolation violation) {
      timestampViolation(violation);
    } else if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      replayMismatch(mismatch);
    } else if (anomaly instanceof Anomaly.NonLinearizable unordered) {
      nonLinearizable(unordered);
    } else {
      assignListsAndCertificates(anomaly);
    }
  }

  private void assignListsAndCertificates(Anomaly anomaly) {
    if (anomaly instanceof Anomaly.FaultyListRead faulty) {
      operation(Part.READER, faulty.read());
      writerOf(faulty.read());
      actual = Optional.of(history.valueName(faulty.read()));
    } else if (anomaly instanceof Anomaly.IncompatibleOrder incompatible) {
      operation(Part.FIRST, incompatible.firstRead());
      operation(Part.SECOND, incompatible.secondRead());
    } else if (anomaly instanceof Anomaly.CyclicVersions cyclic) {
      cyclic.writes().forEach(write -> version(Part.VERSION, write, cyclic.key()));
    } else if (anomaly instanceof Anomaly.FaultyMember faulty) {
      roles.add(
          new Role(Part.READER, Place.ofPredicate(history, faulty.predicate(), faulty.key())));
      if (faulty.write() >= 0) {
        operation(Part.MEMBER, faulty.write());
      }
      actual = Optional.of(history.atoms().token(faulty.value()));
    } else if (anomaly instanceof Anomaly.ResultSetMismatch mismatch) {
      resultSetMismatch(mismatch);
    } else if (anomaly instanceof Anomaly.DirtyUpdate dirty) {
      operation(Part.EARLIER, dirty.abortedWrite());
      operation(Part.LATER, dirty.laterWrite());
    } else if (anomaly instanceof Anomaly.UnseenDependency unseen) {
      transaction(Part.EARLIER, unseen.edge().from());
      transaction(Part.LATER, unseen.edge().to());
    } else if (anomaly instanceof Anomaly.MissingVersion missing) {
      operation(Part.VERSION, missing.write());
    } else if (anomaly instanceof Anomaly.NoVersionOrder unordered
        && unordered.refutation() instanceof Refutation.Shortage shortage) {
      int key = history.keyOf(shortage.reads().get(0));
      shortage.reads().forEach(read -> operation(Part.READER, read));
      shortage.writes().forEach(write -> version(Part.VERSION, write, key));
    }
  }

  private void faultyRead(Anomaly.FaultyRead anomaly) {
    int read = anomaly.read();
    operation(Part.READER, read);
    if (anomaly.write() != History.THIN_AIR) {
      version(Part.WRITER, anomaly.write(), history.keyOf(read));
    }
    actual = Optional.of(history.valueName(read));
    int own =
        switch (anomaly.kind()) {
          case NOT_MY_OWN_WRITE, NOT_MY_LAST_WRITE -> lastWriteBefore(read, history.keyOf(read));
          case INTERMEDIATE_READ ->
              lastWriteBefore(
                  history.endOperation(history.transactionOf(anomaly.write())),
                  history.keyOf(read));
          default -> History.NONE;
        };
    if (own >= 0) {
      operation(Part.EXPECTED, own);
      expected = Optional.of(history.valueName(own));
    }
  }

  private int lastWriteBefore(int operation, int key) {
    int i = operation - 1;
    while (i >= 0 && !(history.isWrite(i) && history.keyOf(i) == key)) {
      i--;
    }
    return i;
  }

  private void timestampViolation(Anomaly.TimestampViolation anomaly) {
    boolean isRead =
        anomaly.kind() == AnomalyKind.EXTERNAL || anomaly.kind() == AnomalyKind.INTERNAL;
    Part part = isRead ? Part.READER : Part.LATER;
    if (anomaly.operation() >= 0) {
      operation(part, anomaly.operation());
    } else {
      transaction(part, anomaly.transaction());
    }
    if (isRead) {
      expected = Optional.of(anomaly.finding().expected());
      actual = Optional.of(anomaly.finding().actual());
      int key = history.keyOf(anomaly.operation());
      if (anomaly.kind() == AnomalyKind.EXTERNAL) {
        int write =
            anomaly.other() == History.INITIAL
                ? History.INITIAL
                : lastWriteBefore(history.endOperation(anomaly.other()), key);
        version(Part.EXPECTED, write, key);
        writerOf(anomaly.operation());
      }
    } else if (anomaly.other() != History.INITIAL) {
      transaction(Part.EARLIER, anomaly.other());
      if (!anomaly.finding().expected().isEmpty()) {
        expected = Optional.of(anomaly.finding().expected());
        actual = Optional.of(anomaly.finding().actual());
      }
    }
  }

  private void replayMismatch(Anomaly.ReplayMismatch anomaly) {
    if (anomaly.read() >= 0) {
      operation(Part.READER, anomaly.read());
      writerOf(anomaly.read());
    } else {
      roles.add(
          new Role(Part.READER, Place.ofPredicate(history, anomaly.predicate(), History.NONE)));
    }
    for (ReplayedRow row : anomaly.rows()) {
      version(anomaly.read() >= 0 ? Part.EXPECTED : Part.ROW, row.write(), row.key());
    }
    expected = Optional.of(anomaly.expected());
    actual = Optional.of(anomaly.actual());
  }

  private void nonLinearizable(Anomaly.NonLinearizable anomaly) {
    boolean isPlacing = anomaly.fault() == LinearFault.NO_ORDER;
    boolean isFork =
        anomaly.fault() == LinearFault.FORK || anomaly.fault() == LinearFault.NEVER_WRITTEN;
    for (int t : anomaly.transactions()) {
      linear(isPlacing ? Part.PLACED : isFork ? Part.READER : Part.FIRST, t, anomaly.key());
    }
    for (int i = 0; i < anomaly.others().size(); i++) {
      Part part =
          isPlacing ? i == 0 ? Part.OBSTACLE : Part.UNDER_WAY : isFork ? Part.WRITER : Part.SECOND;
      linear(part, anomaly.others().get(i), anomaly.key());
    }
  }

  private void linear(Part part, int transaction, int key) {
    version(
        part,
        transaction == History.INITIAL
            ? History.INITIAL
            : part == Part.WRITER
                ? LinearEvidence.writeOf(history, transaction)
                    .orElseGet(() -> LinearEvidence.main(history, transaction))
                : LinearEvidence.main(history, transaction),
        key);
  }

  private void resultSetMismatch(Anomaly.ResultSetMismatch anomaly) {
    int predicate = anomaly.predicate();
    roles.add(new Role(Part.READER, Place.ofPredicate(history, predicate, History.NONE)));
    anomaly.missing().forEach(key -> key(Part.MISSING, predicate, key));
    anomaly.unexpected().forEach(key -> key(Part.UNEXPECTED, predicate, key));
    anomaly.different().forEach(key -> key(Part.DIFFERENT, predicate, key));
    expected = anomaly.aggregate();
    actual =
        anomaly
            .aggregate()
            .map(unused -> history.atoms().token(history.predicateReads().value(predicate)));
  }

  private void key(Part part, int predicate, int key) {
    roles.add(new Role(part, Place.ofPredicate(history, predicate, key)));
  }

  private void transaction(Part part, int transaction) {
    roles.add(new Role(part, Place.ofTransaction(transaction)));
  }

  private void operation(Part part, int operation) {
    roles.add(new Role(part, Place.ofOperation(history, operation)));
  }

  private void version(Part part, int write, int key) {
    roles.add(new Role(part, Place.ofVersion(history, write, key)));
  }

  /** The write that a read saw, if there is one and it is known. */
  private void writerOf(int read) {
    Optional<Place> seen = Place.seenBy(history, read);
    if (seen.isPresent()) {
      roles.add(new Role(Part.WRITER, seen.get()));
    }
  }
}
