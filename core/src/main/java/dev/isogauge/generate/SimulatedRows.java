package dev.isogauge.generate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.history.VersionOrder.Version;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows of a relation in all their versions. A version is a number, which stores keep as they
 * keep any other value: {@link Store#INITIAL_VALUE} for a row that was never inserted, and a number
 * of its own for every write and for every delete.
 */
final class SimulatedRows {
  private static final String RELATION = "accounts";

  private final Atoms atoms;
  private final long relation;
  private final long[] keys;

  // By version: the account, unless it is deleted; its atom; the transaction that wrote it.
  private final List<Optional<Account>> accounts = new ArrayList<>();
  private final LongArrayList values = new LongArrayList();
  private final LongArrayList writers = new LongArrayList();

  /**
   * The columns that conditions are about; another one has the number of the version, so that no
   * two versions are equal.
   */
  record Account(String owner, int balance) {}

  SimulatedRows(int keys, Atoms atoms) {
    this.atoms = atoms;
    this.relation = atoms.text(RELATION);
    this.keys = new long[keys];
    for (int key = 0; key < keys; key++) {
      this.keys[key] = atoms.text(RELATION + "/" + key);
    }
    add(Optional.empty(), Atoms.DEAD, Atoms.INITIAL_WRITER);
  }

  int keyCount() {
    return keys.length;
  }

  /** A new version, with these columns. */
  long write(Account account) {
    TreeMap<String, Long> columns = new TreeMap<>();
    columns.put("owner", atoms.text(account.owner()));
    columns.put("balance", atoms.integer(account.balance()));
    columns.put("version", atoms.integer(values.size()));
    return add(Optional.of(account), atoms.row(columns), Atoms.NO_NAME);
  }

  /** A new version, which is a deleted row. */
  long delete() {
    return add(Optional.empty(), Atoms.DEAD, Atoms.NO_NAME);
  }

  private long add(Optional<Account> account, long value, long writer) {
    accounts.add(account);
    values.add(value);
    writers.add(writer);
    return values.size() - 1L;
  }

  void writtenBy(long version, long transaction) {
    writers.set((int) version, transaction);
  }

  Optional<Account> account(long version) {
    return accounts.get((int) version);
  }

  boolean isPresent(long version) {
    return account(version).isPresent();
  }

  long relation() {
    return relation;
  }

  /** The atom of a key. */
  long key(int key) {
    return keys[key];
  }

  /** The atom of a version. */
  long value(long version) {
    return values.getLong((int) version);
  }

  /** The writer of an absent row, which its value does not show; no name for present ones. */
  long writer(long version) {
    return isPresent(version) ? Atoms.NO_NAME : writers.getLong((int) version);
  }

  VersionOrder order(int key, LongList versions) {
    return new VersionOrder(
        keys[key],
        versions.longStream().mapToObj(each -> new Version(value(each), writer(each))).toList());
  }
}
