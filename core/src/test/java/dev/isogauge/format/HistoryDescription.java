package dev.isogauge.format;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Everything a history says, line by line, so that two histories can be compared. */
public final class HistoryDescription {
  private HistoryDescription() {}

  /** Sessions without transactions and keys without operations are left out. */
  public static List<String> of(History history) {
    List<String> lines = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      lines.add(
          String.format(
              "%s %s %s counts=%s ts=%d:%d..%d:%d rt=%d..%d sno=%d%s",
              history.sessionName(history.sessionOf(t)),
              history.transactionName(t),
              history.outcome(t),
              history.counts(t),
              history.startTimestamp(t),
              history.startLogical(t),
              history.commitTimestamp(t),
              history.commitLogical(t),
              history.beginTime(t),
              history.endTime(t),
              history.sequenceNumber(t),
              claims(history, t)));
      predicates(history, t, lines);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        keys.add(history.keyName(key) + " starts at " + token(history, history.initialValue(key)));
        lines.add(operation(history, i));
      }
    }
    lines.addAll(keys);
    history
        .versionOrders()
        .forEach(
            order -> {
              StringBuilder line = new StringBuilder("order ").append(token(history, order.key()));
              order
                  .versions()
                  .forEach(
                      version ->
                          line.append(' ')
                              .append(token(history, version.value()))
                              .append('@')
                              .append(writer(history, version.writer())));
              lines.add(line.toString());
            });
    return lines;
  }

  private static String claims(History history, int t) {
    return history.hasClaims()
        ? String.format(
            " serial=%d xid=%d %s",
            history.serialPosition(t), history.transactionId(t), history.snapshot(t))
        : "";
  }

  private static void predicates(History history, int t, List<String> lines) {
    PredicateReads reads = history.predicateReads();
    for (int p = reads.first(t); p < reads.end(t); p++) {
      StringBuilder line =
          new StringBuilder(
              String.format(
                  "  p before %d of %s: %s, %s %s %s",
                  reads.operationAfter(p) - history.firstOperation(t),
                  reads.relation(p) == Atoms.NO_NAME ? "*" : token(history, reads.relation(p)),
                  token(history, reads.condition(p)),
                  reads.hasRows(p) ? "rows" : "",
                  reads.hasValue(p) ? token(history, reads.value(p)) : "",
                  reads.hasVersionSet(p) ? "versions" : ""));
      for (int i = 0; i < reads.resultCount(p); i++) {
        int read = reads.resultRead(p, i);
        line.append(" row ")
            .append(history.keyName(reads.resultKey(p, i)))
            .append(
                read == PredicateReads.NO_READ ? "" : " at " + (read - reads.operationAfter(p)));
      }
      for (int i = 0; i < reads.memberCount(p); i++) {
        line.append(" member ")
            .append(history.keyName(reads.memberKey(p, i)))
            .append(' ')
            .append(token(history, reads.memberValue(p, i)))
            .append('@')
            .append(writer(history, reads.memberWriter(p, i)));
      }
      lines.add(line.toString());
    }
  }

  private static String operation(History history, int operation) {
    if (history.isDelete(operation)) {
      return "  d " + history.keyName(history.keyOf(operation));
    }
    String key = history.keyName(history.keyOf(operation));
    if (history.isAppend(operation) || history.isListRead(operation)) {
      return String.format(
          "  %s %s %s",
          history.isAppend(operation) ? "append" : "list", key, history.valueName(operation));
    }
    if (history.isWrite(operation)) {
      return String.format(
          "  w %s %s final=%s", key, history.valueName(operation), history.isFinalWrite(operation));
    }
    return String.format(
        "  r %s %s from=%d %s writer=%s",
        key,
        history.valueName(operation),
        history.readFrom(operation),
        history.readStatus(operation),
        writer(history, history.namedWriter(operation).orElse(Atoms.NO_NAME)));
  }

  private static String writer(History history, long name) {
    return name == Atoms.NO_NAME
        ? "none"
        : name == Atoms.INITIAL_WRITER ? "initial" : token(history, name);
  }

  private static String token(History history, long atom) {
    return history.atoms().token(atom);
  }
}
