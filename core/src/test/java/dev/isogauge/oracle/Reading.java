package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory.Kind;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A read and what it saw, decided by trying every transaction that could have written the value.
 *
 * @param operation the number of the read
 * @param reader the number of its transaction
 * @param writes the writes that give the read its sight, {@code History.INITIAL} among them; one
 *     for a clean read, all choices for one with several, all that fit the name of a fault
 */
record Reading(int operation, int reader, String key, Sight sight, List<Integer> writes) {
  Reading {
    writes = List.copyOf(writes);
  }

  /** One transaction that could have been read, and what the read would then be. */
  private record Source(int write, Sight sight) {}

  /** All reads of the history in order, those of aborted transactions included. */
  static List<Reading> all(TinyHistory history) {
    List<Transaction> transactions = history.transactions();
    int[] first = history.firstOperation();
    List<Reading> readings = new ArrayList<>();
    for (int t = 0; t < transactions.size(); t++) {
      for (int p = 0; p < transactions.get(t).operations().size(); p++) {
        if (!transactions.get(t).operations().get(p).isWrite()) {
          readings.add(resolve(transactions, first, t, p));
        }
      }
    }
    return readings;
  }

  private static Reading resolve(List<Transaction> all, int[] first, int t, int position) {
    Operation read = all.get(t).operations().get(position);
    int operation = first[t] + position;
    if (read.kind() == Kind.READ_UNKNOWN) {
      return new Reading(operation, t, read.key(), Sight.UNKNOWN, List.of());
    }
    int own = lastWriteBefore(all.get(t), read.key(), position);
    if (own >= 0 && all.get(t).operations().get(own).value() == read.value()) {
      return new Reading(operation, t, read.key(), Sight.OWN, List.of(first[t] + own));
    }
    List<Source> sources = new ArrayList<>();
    boolean initialNamed = read.writer().filter(TinyHistory.INIT::equals).isPresent();
    if (read.value() == TinyHistory.NIL && (read.writer().isEmpty() || initialNamed)) {
      sources.add(new Source(History.INITIAL, own >= 0 ? Sight.NOT_MY_OWN : Sight.CLEAN));
    }
    for (int writer = 0; writer < all.size(); writer++) {
      if (read.writer().isEmpty() || read.writer().equals(all.get(writer).name())) {
        if (all.get(writer).operations().stream()
            .anyMatch(o -> o.writes(read.key(), read.value()))) {
          sources.add(source(all, first, writer, t, position, own >= 0));
        }
      }
    }
    return judge(operation, t, read.key(), sources);
  }

  private static Reading judge(int operation, int reader, String key, List<Source> all) {
    List<Source> sources = all;
    if (sources.stream().anyMatch(source -> source.sight() != Sight.ABORTED)) {
      sources = all.stream().filter(source -> source.sight() != Sight.ABORTED).toList();
    }
    Sight sight =
        sources.stream().map(Source::sight).min(Comparator.naturalOrder()).orElse(Sight.THIN_AIR);
    List<Integer> writes =
        sources.stream().filter(s -> s.sight() == sight).map(Source::write).toList();
    boolean several = sight == Sight.CLEAN && writes.size() > 1;
    return new Reading(operation, reader, key, several ? Sight.SEVERAL : sight, writes);
  }

  /** What the read is if it saw the given writer, which writes its key and value. */
  private static Source source(
      List<Transaction> all, int[] first, int writer, int reader, int position, boolean ownBefore) {
    Operation read = all.get(reader).operations().get(position);
    List<Operation> operations = all.get(writer).operations();
    int last = -1;
    int lastBeforeRead = -1;
    for (int p = 0; p < operations.size(); p++) {
      if (operations.get(p).writes(read.key(), read.value())) {
        last = p;
        lastBeforeRead = p < position ? p : lastBeforeRead;
      }
    }
    if (writer == reader) {
      return lastBeforeRead >= 0
          ? new Source(first[writer] + lastBeforeRead, Sight.NOT_MY_LAST)
          : new Source(first[writer] + last, Sight.FUTURE);
    }
    int write = first[writer] + last;
    if (all.get(writer).outcome() == Outcome.ABORTED) {
      return new Source(write, Sight.ABORTED);
    }
    if (ownBefore) {
      return new Source(write, Sight.NOT_MY_OWN);
    }
    boolean isFinal = lastWriteBefore(all.get(writer), read.key(), operations.size()) == last;
    return new Source(write, isFinal ? Sight.CLEAN : Sight.INTERMEDIATE);
  }

  private static int lastWriteBefore(Transaction transaction, String key, int end) {
    for (int p = end - 1; p >= 0; p--) {
      Operation operation = transaction.operations().get(p);
      if (operation.isWrite() && operation.key().equals(key)) {
        return p;
      }
    }
    return -1;
  }
}
