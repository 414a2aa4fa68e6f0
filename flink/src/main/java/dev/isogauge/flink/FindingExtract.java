package dev.isogauge.flink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the part of a history in which a finding is found again:
 *
 * <ul>
 *   <li>The transactions that it names, with their writes and their reads of its key; of a tie with
 *       all, since it does not say which keys they share, and none where only times or numbers
 *       matter.
 *   <li>Of a read that shows something else: the writes of the key from the expected version up to
 *       the reader, and whatever wrote what was read; of a list all appends before.
 * </ul>
 *
 * <p>Their order in the history takes the place of numbers in sessions, of which some would be
 * missing, unless the finding is about such a number. What is left out cannot change the finding: a
 * key's reads depend on its versions, and the visible one is the last.
 */
final class FindingExtract {
  private final Map<String, List<TimestampFinding>> byTransaction = new HashMap<>();
  private final Map<String, List<TimestampFinding>> byKey = new HashMap<>();

  /** Takes what belongs to a finding. */
  @FunctionalInterface
  interface Outlet {
    /**
     * Takes a transaction, of which only what belongs to the finding is left.
     *
     * @param place where it belongs among the others
     */
    void take(TimestampFinding finding, long place, RawBlock transaction);
  }

  FindingExtract(List<TimestampFinding> findings) {
    for (TimestampFinding finding : findings) {
      add(byTransaction, name(finding.transaction()), finding);
      finding.other().ifPresent(other -> add(byTransaction, name(other), finding));
      if (finding.kind() == AnomalyKind.EXTERNAL) {
        add(byKey, finding.key().orElseThrow(), finding);
      }
    }
  }

  private static void add(
      Map<String, List<TimestampFinding>> to, String name, TimestampFinding finding) {
    to.computeIfAbsent(name, none -> new ArrayList<>()).add(finding);
  }

  private static String name(TimestampedTransaction transaction) {
    return transaction.session() + " " + transaction.name();
  }

  /**
   * Passes on what a transaction contributes.
   *
   * @param position in the source, which names a transaction without name and number
   */
  void of(RawBlock block, int fragment, Atoms atoms, long position, Outlet outlet) {
    long number = block.metadata().number(fragment);
    String name =
        block.name(fragment) != Atoms.NO_NAME
            ? atoms.token(block.name(fragment))
            : atoms.plain(block.session(fragment))
                + "."
                + (number == RawBlock.NO_NUMBER ? position : number);
    long place = number == RawBlock.NO_NUMBER ? position : number;
    String full = atoms.token(block.session(fragment)) + " " + name;
    List<TimestampFinding> named = byTransaction.getOrDefault(full, List.of());
    for (TimestampFinding finding : named) {
      outlet.take(finding, place, copy(block, fragment, atoms, name, finding, false));
    }
    if (byKey.isEmpty() || block.metadata().commit(fragment) == RawBlock.NO_TIME) {
      return;
    }
    Set<String> written = new LinkedHashSet<>();
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isWrite(i)) {
        written.add(atoms.token(block.key(i)));
      }
    }
    for (String key : written) {
      for (TimestampFinding finding : byKey.getOrDefault(key, List.of())) {
        if (!named.contains(finding) && isVisible(block, fragment, atoms, finding)) {
          outlet.take(finding, place, copy(block, fragment, atoms, name, finding, true));
        }
      }
    }
  }

  private static boolean isVisible(
      RawBlock block, int fragment, Atoms atoms, TimestampFinding finding) {
    Timestamp commit =
        new Timestamp(block.metadata().commit(fragment), block.metadata().commitLogical(fragment));
    boolean isBefore = commit.compareTo(finding.transaction().commit().orElseThrow()) <= 0;
    boolean isAfter =
        finding
            .other()
            .flatMap(TimestampedTransaction::commit)
            .map(expected -> commit.compareTo(expected) >= 0)
            .orElse(true);
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isWrite(i) && atoms.token(block.key(i)).equals(finding.key().orElseThrow())) {
        if ((isBefore && (isAfter || block.isAppend(i)))
            || atoms.token(block.value(i)).equals(finding.actual())) {
          return true;
        }
      }
    }
    return false;
  }

  private static RawBlock copy(
      RawBlock block,
      int fragment,
      Atoms atoms,
      String name,
      TimestampFinding finding,
      boolean writesOnly) {
    RawBlock copy = new RawBlock(16);
    FragmentMetadata metadata = block.metadata();
    copy.transaction(
        block.session(fragment),
        block.name(fragment) == Atoms.NO_NAME ? atoms.text(name) : block.name(fragment),
        block.outcome(fragment),
        0);
    copy.timestamps(metadata.start(fragment), metadata.commit(fragment));
    copy.logicalTimes(metadata.startLogical(fragment), metadata.commitLogical(fragment));
    copy.realTime(metadata.begin(fragment), metadata.end(fragment));
    if (metadata.number(fragment) != RawBlock.NO_NUMBER
        && finding.transaction().number().isPresent()) {
      copy.number(metadata.number(fragment));
    }
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      boolean isWanted =
          finding.key().isPresent() && atoms.token(block.key(i)).equals(finding.key().get());
      // Writers come before others of the same time, so that a transaction that writes must keep
      // doing so.
      boolean isOwnWrite = !writesOnly && finding.key().isPresent() && block.isWrite(i);
      if (isOwnWrite || (isWanted && (block.isWrite(i) || !writesOnly))) {
        copy(block, i, copy);
      }
    }
    return copy;
  }

  /** Copies an operation. */
  static void copy(RawBlock from, int i, RawBlock to) {
    if (from.isAppend(i)) {
      to.append(from.key(i), from.value(i));
    } else if (from.isWrite(i)) {
      to.write(from.key(i), from.value(i));
    } else if (from.isUnknownRead(i)) {
      to.readUnknown(from.key(i));
    } else if (from.isListRead(i)) {
      to.readList(from.key(i));
      for (int e = 0; e < from.listSize(i); e++) {
        to.element(from.listElement(i, e));
      }
    } else {
      to.read(from.key(i), from.value(i));
    }
  }
}
