package dev.isogauge.property;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All histories with one transaction or one operation less, made by striking words out of the text.
 * Reads whose writer is struck out, or that would see something else without it, are struck out,
 * too; appended elements vanish from the lists that were read, unless they were appended twice:
 * then the read goes.
 */
final class OneLess {
  private final History history;
  private final List<String> directives = new ArrayList<>();
  private final List<List<String>> heads = new ArrayList<>();

  private OneLess(History history) {
    this.history = history;
    int t = 0;
    for (String line : IsogaugeText.format(history).lines().toList()) {
      if (line.startsWith("init ") || line.startsWith("order ")) {
        directives.add(line);
        continue;
      }
      List<String> words = Arrays.asList(line.split(" ", -1));
      int operations = history.endOperation(t) - history.firstOperation(t);
      heads.add(words.subList(0, words.size() - operations));
      t++;
    }
  }

  static List<History> of(History history) throws InputException {
    OneLess all = new OneLess(history);
    List<History> smaller = new ArrayList<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      smaller.add(
          all.without(
              t,
              IntStream.range(history.firstOperation(t), history.endOperation(t))
                  .boxed()
                  .collect(Collectors.toCollection(TreeSet::new))));
    }
    for (int i = 0; i < history.operationCount(); i++) {
      smaller.add(all.without(-1, new TreeSet<>(Set.of(i))));
    }
    return smaller;
  }

  private History without(int transaction, Set<Integer> struck) throws InputException {
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i) && sawAny(i, struck)) {
        struck.add(i);
      }
    }
    while (true) {
      History smaller = IsogaugeText.parse(text(transaction, struck));
      int before = struck.size();
      List<Integer> left =
          IntStream.range(0, history.operationCount())
              .filter(i -> !struck.contains(i))
              .boxed()
              .toList();
      for (int now = 0; now < left.size(); now++) {
        if (!isSame(left.get(now), smaller, now, left)) {
          struck.add(left.get(now));
        }
      }
      if (struck.size() == before) {
        return smaller;
      }
    }
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
    if (history.readStatus(operation) != smaller.readStatus(now)) {
      return false;
    }
    int write = smaller.readFrom(now);
    return history.readFrom(operation) == (write < 0 ? write : left.get(write));
  }

  private String text(int transaction, Set<Integer> struck) {
    List<String> lines = new ArrayList<>(directives);
    for (int t = 0; t < history.transactionCount(); t++) {
      List<String> words = new ArrayList<>(heads.get(t));
      int empty = words.size();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (!struck.contains(i)) {
          words.add(word(i, struck));
        }
      }
      if (t != transaction && words.size() > empty) {
        lines.add(String.join(" ", words));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private String word(int operation, Set<Integer> struck) {
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
    } else if (!history.isWrite(operation) && history.namedWriter(operation).isPresent()) {
      long writer = history.namedWriter(operation).get();
      value += "@" + (writer == Atoms.INITIAL_WRITER ? "init" : history.atoms().token(writer));
    }
    return kind + "(" + history.keyName(history.keyOf(operation)) + "," + value + ")";
  }
}
