package dev.isogauge.evidence;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.ListSources;
import dev.isogauge.anomaly.Place;
import dev.isogauge.history.History;

/**
 * The operations at the two ends of an edge, which prove it: of reads-from the write and the read,
 * where a version follows another the two writes, where a read was overwritten the read and the
 * write, where a level forces the order the write that should have been seen and the one that was.
 * Orders of sessions, of real time and of snapshots end at transactions.
 */
public record EdgeEnds(Place source, Place target) {

  /** The ends of an edge. */
  public static EdgeEnds of(History history, Edge edge) {
    if (edge.why() instanceof Justification.ReadsFrom why) {
      return new EdgeEnds(
          seen(history, edge.from(), why.read()), Place.ofOperation(history, why.read()));
    } else if (edge.why() instanceof Justification.Overwrites why) {
      int key = history.keyOf(why.write());
      return new EdgeEnds(lastWrite(history, edge.from(), key), lastWrite(history, edge.to(), key));
    } else if (edge.why() instanceof Justification.ReadOverwritten why) {
      return new EdgeEnds(
          Place.ofOperation(history, why.read()),
          lastWrite(history, edge.to(), history.keyOf(why.read())));
    } else if (edge.why() instanceof Justification.Forced why) {
      return new EdgeEnds(
          lastWrite(history, edge.from(), history.keyOf(why.read())),
          seen(history, edge.to(), why.read()));
    } else if (edge.why() instanceof Justification.PredicateSaw why) {
      return new EdgeEnds(
          Place.ofOperation(history, why.write()),
          Place.ofPredicate(history, why.predicate(), history.keyOf(why.write())));
    } else if (edge.why() instanceof Justification.PredicateOverwritten why) {
      return new EdgeEnds(
          Place.ofPredicate(history, why.predicate(), history.keyOf(why.write())),
          Place.ofOperation(history, why.write()));
    }
    return new EdgeEnds(Place.ofTransaction(edge.from()), Place.ofTransaction(edge.to()));
  }

  /** The write of a transaction that a read saw, or is assumed to have seen. */
  private static Place seen(History history, int writer, int read) {
    int version = ListSources.version(history, read);
    if (writer != History.INITIAL && version >= 0 && history.transactionOf(version) == writer) {
      return Place.ofOperation(history, version);
    }
    if (writer != History.INITIAL && !history.isListRead(read)) {
      for (int i = history.endOperation(writer) - 1; i >= history.firstOperation(writer); i--) {
        if (history.isWrite(i)
            && history.keyOf(i) == history.keyOf(read)
            && history.valueOf(i) == history.valueOf(read)) {
          return Place.ofOperation(history, i);
        }
      }
    }
    return lastWrite(history, writer, history.keyOf(read));
  }

  private static Place lastWrite(History history, int transaction, int key) {
    if (transaction != History.INITIAL) {
      for (int i = history.endOperation(transaction) - 1;
          i >= history.firstOperation(transaction);
          i--) {
        if (history.isWrite(i) && history.keyOf(i) == key) {
          return Place.ofOperation(history, i);
        }
      }
    }
    return new Place(transaction, History.NONE, History.NONE, key);
  }
}
