package dev.isogauge.check.certificate;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.Versions;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The version certificate that a database gives: its version order, and the version sets of its
 * predicate reads (Clark et al., "Validating Database System Isolation Level Implementations with
 * Version Certificate Recovery": the checker Emme). Brackets name its algorithms.
 *
 * <ol>
 *   <li>Find the write that each entry of a version order means. Aborted writes are left out, and
 *       are a dirty update if a committed one follows; writes that their own transaction overwrote
 *       are left out too.
 *   <li>A final write without a place is missing. A key with one final write needs no order.
 *   <li>Take what each read saw, with the non-cyclic anomalies: reads that are wrong by themselves
 *       (get_item_deps).
 *   <li>Add the dependencies of predicate reads (get_pred_deps: {@link PredicateDependencies}).
 * </ol>
 *
 * <p>Where entries are unknown or missing, the order is partial: what it says still holds, but
 * nothing follows from what it leaves out. O(operations + order), without predicates.
 */
public final class VersionCertificate {
  /** The database records the versions of every key, and what predicate reads saw. */
  public static final KnownOrder ORDER =
      new KnownOrder(
          "record the version order of every key",
          true,
          VersionCertificate::obstacle,
          VersionCertificate::order);

  private final History history;
  private final Versions versions;
  private final VersionOrders orders;

  private VersionCertificate(History history) {
    this.history = history;
    this.versions = new Versions(history, false);
    this.orders = new VersionOrders(history);
  }

  /** Why the history has no certificate; empty if it has one. */
  static Optional<String> obstacle(History history) {
    if (history.hasLists()) {
      return Optional.of("it has lists");
    }
    return isRecorded(history) || Arrays.stream(finalWrites(history)).allMatch(count -> count < 2)
        ? Optional.empty()
        : Optional.of("it records no order of versions");
  }

  /** Whether version orders or the version sets of predicate reads are recorded. */
  public static boolean isRecorded(History history) {
    PredicateReads predicates = history.predicateReads();
    return !history.versionOrders().isEmpty()
        || IntStream.range(0, predicates.count()).anyMatch(predicates::hasVersionSet);
  }

  /** By key: how many final writes count. */
  private static int[] finalWrites(History history) {
    int[] count = new int[history.keyCount()];
    for (int i = 0; i < history.operationCount(); i++) {
      count[history.keyOf(i)] += isFinal(history, i) ? 1 : 0;
    }
    return count;
  }

  private static boolean isFinal(History history, int operation) {
    return history.isFinalWrite(operation) && history.counts(history.transactionOf(operation));
  }

  static Versions order(History history, Runnable checkTime) {
    VersionCertificate certificate = new VersionCertificate(history);
    // Step 1.
    certificate.addOrders();
    // Step 2.
    certificate.addUnlisted();
    // Step 3.
    certificate.addReads();
    // Step 4.
    if (history.predicateReads().count() > 0) {
      new PredicateDependencies(history, certificate.versions, certificate.orders, checkTime).add();
    }
    return certificate.versions;
  }

  /** Step 1. */
  private void addOrders() {
    for (VersionOrder order : history.versionOrders()) {
      int key = history.keyNamed(order.key());
      if (key != History.NONE) {
        addOrder(key, order);
      } else {
        order.versions().forEach(version -> addUnknown(order.key(), version));
      }
    }
  }

  private void addOrder(int key, VersionOrder order) {
    int last = History.INITIAL;
    int aborted = History.NONE;
    for (VersionOrder.Version version : order.versions()) {
      int write =
          version.isClear()
              ? history.version(key, version.value(), version.writer(), false)
              : History.SEVERAL;
      if (write == History.INITIAL && last == History.INITIAL) {
        continue;
      }
      if (write == History.SEVERAL) {
        orders.leaveOpen(key);
        versions.leaveOpen(
            String.format(
                "the version order of %s does not say which of several writes of %s it means; name"
                    + " the writers",
                history.keyName(key), history.atoms().token(version.value())));
      } else if (write < 0 || orders.isPlaced(write)) {
        orders.leaveOpen(key);
        addUnknown(order.key(), version);
      } else if (history.outcome(history.transactionOf(write)) == Outcome.ABORTED) {
        aborted = write;
      } else if (history.isFinalWrite(write)) {
        if (aborted != History.NONE) {
          versions
              .findings()
              .add(
                  Anomaly.of(
                      AnomalyKind.DIRTY_UPDATE,
                      Part.ofOperation(Role.EARLIER, history, aborted),
                      Part.ofOperation(Role.LATER, history, write)));
          aborted = History.NONE;
        }
        orders.add(key, write);
        versions.setAfter(key, last, write);
        last = write;
      }
    }
  }

  private void addUnknown(long key, VersionOrder.Version version) {
    String writer =
        version.writer() == Atoms.NO_NAME
            ? ""
            : " of "
                + (version.writer() == Atoms.INITIAL_WRITER
                    ? "the initial state"
                    : history.atoms().token(version.writer()));
    versions
        .findings()
        .add(
            Anomaly.of(AnomalyKind.UNKNOWN_VERSION)
                .showing(
                    history.atoms().token(key)
                        + " = "
                        + history.atoms().token(version.value())
                        + writer));
    versions.leaveOpen(
        "the version order of "
            + history.atoms().token(key)
            + " lists a version that was never written, or one twice");
  }

  /** Step 2. */
  private void addUnlisted() {
    int[] finalWrites = finalWrites(history);
    for (int i = 0; i < history.operationCount(); i++) {
      int key = history.keyOf(i);
      if (!isFinal(history, i) || orders.isPlaced(i)) {
        continue;
      }
      if (finalWrites[key] == 1) {
        orders.add(key, i);
        versions.setAfter(key, History.INITIAL, i);
      } else {
        orders.leaveOpen(key);
        versions
            .findings()
            .add(
                Anomaly.of(
                    AnomalyKind.MISSING_VERSION, Part.ofOperation(Role.VERSION, history, i)));
        versions.leaveOpen(
            String.format(
                "the version order of %s lacks %s of %s; record the whole order",
                history.keyName(key),
                history.valueName(i),
                history.transactionName(history.transactionOf(i))));
      }
    }
  }

  /** Step 3. */
  private void addReads() {
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (!history.isWrite(i)) {
          addRead(t, i);
        }
      }
    }
  }

  private void addRead(int t, int read) {
    ReadStatus status = history.readStatus(read);
    if (status == ReadStatus.EXTERNAL) {
      versions.setSeen(read, history.readFrom(read));
    } else if (status.isFault()) {
      versions.findings().add(Anomaly.ofFaultyRead(history, read));
    } else if (status == ReadStatus.SEVERAL) {
      versions.leaveOpen(
          String.format(
              "%s reads %s = %s, which several transactions wrote; name the writer",
              history.transactionName(t),
              history.keyName(history.keyOf(read)),
              history.valueName(read)));
    }
  }

  /** The versions of each key in order, and their places. */
  static final class VersionOrders {
    /** By key: its versions, in an array that may have room for more. */
    private final int[][] versions;

    private final int[] sizes;
    private final int[] places;
    private final boolean[] open;

    VersionOrders(History history) {
      versions = new int[history.keyCount()][];
      sizes = new int[history.keyCount()];
      places = new int[history.operationCount()];
      open = new boolean[history.keyCount()];
      Arrays.fill(places, History.NONE);
    }

    void add(int key, int write) {
      if (versions[key] == null) {
        versions[key] = new int[2];
      } else if (sizes[key] == versions[key].length) {
        versions[key] = Arrays.copyOf(versions[key], 2 * sizes[key]);
      }
      places[write] = sizes[key];
      versions[key][sizes[key]++] = write;
    }

    void leaveOpen(int key) {
      open[key] = true;
    }

    /** Whether the order of a key has gaps. */
    boolean isOpen(int key) {
      return open[key];
    }

    boolean isPlaced(int write) {
      return places[write] != History.NONE;
    }

    /** The place of a version among those of its key, from 0. */
    int place(int write) {
      return places[write];
    }

    int size(int key) {
      return sizes[key];
    }

    int version(int key, int place) {
      return versions[key][place];
    }
  }
}
