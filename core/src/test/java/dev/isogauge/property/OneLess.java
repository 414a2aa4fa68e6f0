package dev.isogauge.property;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All histories with one transaction, one operation or one predicate read less, made by striking
 * words out of the text. Reads whose writer is struck out, or that would see something else without
 * it, are struck out, too; appended elements vanish from the lists that were read, unless they were
 * appended twice: then the read goes. With the delete that is a transaction's last word on a key go
 * its writes of the key, which others would have to see without it. A key whose last operation is
 * struck out vanishes from results and version sets. A predicate read is struck out with a write of
 * its relation if its key stays and, where a serial order is given, that order shows it this very
 * write.
 */
final class OneLess {
  private final History history;
  private final PredicateReads predicates;
  private final boolean byReplay;
  private final List<String> directives = new ArrayList<>();
  private final List<String> heads = new ArrayList<>();

  /** What is struck out: transactions, operations and predicate reads. */
  private record Struck(int transaction, Set<Integer> operations, Set<Integer> predicates) {}

  private OneLess(History history, Question question) {
    this.history = history;
    this.predicates = history.predicateReads();
    this.byReplay = question.order() == OrderSource.REPLAY;
    for (String line : IsogaugeText.format(history).lines().toList()) {
      if (line.startsWith("init ")) {
        directives.add(line);
      } else if (!line.startsWith("order ")) {
        heads.add(line.replaceFirst(" [rwadp]\\(.*", ""));
      }
    }
  }

  static List<History> of(History history, Question question) throws InputException {
    OneLess all = new OneLess(history, question);
    List<History> smaller = new ArrayList<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      smaller.add(
          all.without(
              new Struck(
                  t,
                  range(history.firstOperation(t), history.endOperation(t)),
                  range(all.predicates.first(t), all.predicates.end(t)))));
    }
    for (int i = 0; i < history.operationCount(); i++) {
      smaller.add(all.without(new Struck(-1, range(i, i + 1), range(0, 0))));
    }
    for (int p = 0; p < all.predicates.count(); p++) {
      smaller.add(all.without(new Struck(-1, range(0, 0), range(p, p + 1))));
    }
    return smaller;
  }

  private static Set<Integer> range(int begin, int end) {
    return IntStream.range(begin, end).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  private History without(Struck struck) throws InputException {
    while (true) {
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isWrite(i)
            ? wasDeletedByAny(i, struck.operations())
            : sawAny(i, struck.operations())) {
          struck.operations().add(i);
        }
      }
      for (int p = 0; p < predicates.count(); p++) {
        if (lacksAny(p, struck.operations())) {
          struck.predicates().add(p);
        }
      }
      List<Integer> transactions =
          IntStream.range(0, history.transactionCount())
              .filter(t -> isLeft(t, struck))
              .boxed()
              .toList();
      History smaller = IsogaugeText.parse(text(transactions, struck));
      int before = struck.operations().size() + struck.predicates().size();
      List<Integer> left =
          IntStream.range(0, history.operationCount())
              .filter(i -> !struck.operations().contains(i))
              .boxed()
              .toList();
      for (int now = 0; now < left.size(); now++) {
        if (!isSame(left.get(now), smaller, now, left)) {
          struck.operations().add(left.get(now));
        }
      }
      for (int p = 0; p < predicates.count(); p++) {
        for (int write : seen(p).toArray()) {
          int now = transactions.indexOf(history.transactionOf(write));
          if (now >= 0 && smaller.counts(now) != history.counts(history.transactionOf(write))) {
            struck.predicates().add(p);
          }
        }
      }
      if (struck.operations().size() + struck.predicates().size() == before) {
        return smaller;
      }
    }
  }

  private boolean isLeft(int t, Struck struck) {
    boolean wasEmpty =
        history.firstOperation(t) == history.endOperation(t)
            && predicates.first(t) == predicates.end(t);
    return t != struck.transaction()
        && (wasEmpty
            || IntStream.range(history.firstOperation(t), history.endOperation(t))
                .anyMatch(i -> !struck.operations().contains(i))
            || IntStream.range(predicates.first(t), predicates.end(t))
                .anyMatch(p -> !struck.predicates().contains(p)));
  }

  /** Whether a predicate read cannot do without what is struck out. */
  private boolean lacksAny(int p, Set<Integer> struck) {
    if (predicates.hasValue(p)) {
      return seen(p).anyMatch(struck::contains);
    }
    return seen(p).anyMatch(i -> struck.contains(i) && !isGone(history.keyOf(i), struck));
  }

  /** Whether all operations of a key are struck out. */
  private boolean isGone(int key, Set<Integer> struck) {
    IntPredicate ofKey = i -> history.keyOf(i) == key;
    return IntStream.range(0, history.operationCount()).anyMatch(ofKey)
        && IntStream.range(0, history.operationCount()).filter(ofKey).allMatch(struck::contains);
  }

  /** The writes of its relation that a predicate read depends on. */
  private IntStream seen(int p) {
    String relation =
        predicates.relation(p) == Atoms.NO_NAME
            ? ""
            : history.atoms().plain(predicates.relation(p)) + "/";
    return IntStream.range(0, history.operationCount())
        .filter(history::isWrite)
        .filter(
            i -> {
              String key = history.atoms().plain(history.keyAtom(history.keyOf(i)));
              return relation.isEmpty() ? !key.contains("/") : key.startsWith(relation);
            })
        .filter(
            i ->
                !byReplay
                    || (isBefore(i, p)
                        && IntStream.range(0, history.operationCount())
                            .filter(history::isWrite)
                            .filter(j -> history.keyOf(j) == history.keyOf(i))
                            .noneMatch(j -> isBefore(j, p) && isBefore(i, j, p))));
  }

  private boolean isBefore(int write, int p) {
    int writer = history.transactionOf(write);
    return writer == predicates.transactionOf(p)
        ? write < predicates.operationAfter(p)
        : history.counts(writer)
            && history.serialPosition(writer) < history.serialPosition(predicates.transactionOf(p));
  }

  private boolean isBefore(int write, int other, int p) {
    int t = history.transactionOf(write);
    int s = history.transactionOf(other);
    if (t == s) {
      return write < other;
    }
    return s == predicates.transactionOf(p)
        || (t != predicates.transactionOf(p)
            && history.serialPosition(t) < history.serialPosition(s));
  }

  private boolean wasDeletedByAny(int write, Set<Integer> operations) {
    return operations.stream()
        .anyMatch(
            i ->
                history.isDelete(i)
                    && history.isFinalWrite(i)
                    && history.transactionOf(i) == history.transactionOf(write)
                    && history.keyOf(i) == history.keyOf(write));
  }

  private boolean sawAny(int read, Set<Integer> writes) {
    if (history.isListRead(read)) {
      return IntStream.range(0, history.listSize(read))
          .mapToObj(e -> appends(history.keyOf(read), history.listElement(read, e)))
          .anyMatch(appends -> appends.size() > 1 && appends.stream().anyMatch(writes::contains));
    }
    if (history.isUnknownRead(read)) {
      return false;
    }
    return history.readStatus(read) == ReadStatus.SEVERAL
        ? Arrays.stream(history.candidates(read)).anyMatch(writes::contains)
        : writes.contains(history.readFrom(read));
  }

  private List<Integer> appends(int key, long element) {
    return IntStream.range(0, history.operationCount())
        .filter(i -> history.isAppend(i) && history.keyOf(i) == key)
        .filter(i -> history.valueOf(i) == element)
        .boxed()
        .toList();
  }

  private boolean isSame(int operation, History smaller, int now, List<Integer> left) {
    if (history.isWrite(operation) || history.isListRead(operation)) {
      return true;
    }
    if (smaller.isListRead(now)) {
      return false;
    }
    if (history.readStatus(operation) != smaller.readStatus(now)) {
      return false;
    }
    int write = smaller.readFrom(now);
    return history.readFrom(operation) == (write < 0 ? write : left.get(write));
  }

  private String text(List<Integer> transactions, Struck struck) {
    List<String> lines = new ArrayList<>(directives);
    for (VersionOrder order : history.versionOrders()) {
      StringBuilder line = new StringBuilder("order " + history.atoms().token(order.key()) + ":");
      for (VersionOrder.Version version : order.versions()) {
        List<Integer> writes = writes(order.key(), version);
        if (writes.isEmpty() || !struck.operations().containsAll(writes)) {
          line.append(' ').append(member(version.value())).append(at(version.writer()));
        }
      }
      lines.add(line.toString());
    }
    for (int t : transactions) {
      List<String> words = new ArrayList<>(List.of(heads.get(t)));
      int i = history.firstOperation(t);
      for (int p = predicates.first(t); p <= predicates.end(t); p++) {
        int end = p == predicates.end(t) ? history.endOperation(t) : predicates.operationAfter(p);
        for (; i < end; i++) {
          addWord(words, i, struck);
        }
        if (p < predicates.end(t) && !struck.predicates().contains(p)) {
          words.add(predicate(p, struck.operations()));
          i = Math.max(i, predicates.endOfRows(p));
        }
      }
      lines.add(String.join(" ", words));
    }
    return String.join("\n", lines) + "\n";
  }

  private List<Integer> writes(long key, VersionOrder.Version version) {
    return IntStream.range(0, history.operationCount())
        .filter(i -> history.isWrite(i) && history.keyAtom(history.keyOf(i)) == key)
        .filter(i -> history.valueOf(i) == version.value())
        .filter(
            i ->
                version.writer() == Atoms.NO_NAME
                    || version.writer() == history.nameAtom(history.transactionOf(i)))
        .boxed()
        .toList();
  }

  private String member(long value) {
    return value == Atoms.DEAD && history.hasDeletes() ? "dead" : history.atoms().token(value);
  }

  private void addWord(List<String> words, int operation, Struck struck) {
    if (!struck.operations().contains(operation)) {
      words.add(word(operation, struck.operations()));
    }
  }

  private String predicate(int p, Set<Integer> struck) {
    String relation =
        predicates.relation(p) == Atoms.NO_NAME
            ? "*"
            : history.atoms().token(predicates.relation(p));
    String result = "?";
    if (predicates.hasValue(p)) {
      result = history.atoms().token(predicates.value(p));
    } else if (predicates.hasRows(p)) {
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < predicates.resultCount(p); i++) {
        int read = predicates.resultRead(p, i);
        if (!isGone(predicates.resultKey(p, i), struck)) {
          boolean valued = read != PredicateReads.NO_READ && !struck.contains(read);
          rows.add(
              history.keyName(predicates.resultKey(p, i))
                  + (valued
                      ? "="
                          + (history.isListRead(read) ? "nil" : history.valueName(read))
                          + at(read)
                      : ""));
        }
      }
      result = "[" + String.join(",", rows) + "]";
    }
    if (predicates.hasVersionSet(p)) {
      List<String> members = new ArrayList<>();
      for (int i = 0; i < predicates.memberCount(p); i++) {
        if (!isGone(predicates.memberKey(p, i), struck)) {
          members.add(
              history.keyName(predicates.memberKey(p, i))
                  + "="
                  + member(predicates.memberValue(p, i))
                  + at(predicates.memberWriter(p, i)));
        }
      }
      result += " of [" + String.join(",", members) + "]";
    }
    return "p("
        + relation
        + ",\""
        + history.atoms().plain(predicates.condition(p))
        + "\","
        + result
        + ")";
  }

  private String at(int read) {
    return at(history.namedWriter(read).orElse(Atoms.NO_NAME));
  }

  private String at(long writer) {
    if (writer == Atoms.NO_NAME) {
      return "";
    }
    return "@" + (writer == Atoms.INITIAL_WRITER ? "init" : history.atoms().token(writer));
  }

  private String word(int operation, Set<Integer> struck) {
    if (history.isDelete(operation)) {
      return "d(" + history.keyName(history.keyOf(operation)) + ")";
    }
    String kind = history.isAppend(operation) ? "a" : history.isWrite(operation) ? "w" : "r";
    String value = history.valueName(operation);
    if (history.isUnknownRead(operation)) {
      value = "?";
    } else if (history.isListRead(operation)) {
      Set<Long> gone =
          struck.stream()
              .filter(i -> history.isAppend(i) && history.keyOf(i) == history.keyOf(operation))
              .map(history::valueOf)
              .collect(Collectors.toSet());
      value =
          IntStream.range(0, history.listSize(operation))
              .mapToLong(e -> history.listElement(operation, e))
              .filter(element -> !gone.contains(element))
              .mapToObj(history.atoms()::token)
              .collect(Collectors.joining(",", "[", "]"));
    } else if (!history.isWrite(operation)) {
      value += at(operation);
    }
    return kind + "(" + history.keyName(history.keyOf(operation)) + "," + value + ")";
  }
}
