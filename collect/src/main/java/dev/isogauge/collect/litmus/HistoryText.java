package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a run as a history in the text format, with the order of versions and version sets. */
final class HistoryText {
  private static final String INITIAL = "init";

  private final ScheduleRun run;
  private final Map<String, List<Version>> orders;
  private final VersionSets sets;
  private final boolean absentReads;
  private final boolean times;

  private HistoryText(ScheduleRun run, boolean absentReads, boolean times) {
    this.run = run;
    this.absentReads = absentReads;
    this.times = times;
    this.orders = VersionOrders.of(run);
    this.sets = new VersionSets(run, orders);
  }

  /**
   * The history of a run.
   *
   * @param remark stands above it
   */
  static String of(ScheduleRun run, String remark) {
    return new HistoryText(run, true, true).text(remark);
  }

  /** The same without reads by key that found nothing: what appears there later is a phantom. */
  static String ofExistingItems(ScheduleRun run, String remark) {
    return new HistoryText(run, false, true).text(remark);
  }

  /** The same without remark and times: equal for all runs that no claim distinguishes. */
  static String bare(ScheduleRun run, boolean absentReads) {
    return new HistoryText(run, absentReads, false).text("");
  }

  private String text(String remark) {
    List<String> lines = new ArrayList<>();
    if (!remark.isEmpty()) {
      lines.add("# " + remark);
    }
    orders.forEach(
        (key, order) -> {
          List<String> versions =
              order.stream().filter(each -> !each.isUnborn()).map(Version::toString).toList();
          if (!versions.isEmpty()) {
            lines.add("order " + key + ": " + String.join(" ", versions));
          }
        });
    run.all().forEach(transaction -> lines.add(line(transaction)));
    return String.join("\n", lines) + "\n";
  }

  private String line(ScheduledTransaction transaction) {
    StringBuilder line = new StringBuilder();
    line.append(transaction.session()).append(' ').append(transaction.name()).append(':');
    if (transaction.outcome() == Outcome.ABORTED) {
      line.append(" aborted");
    } else if (transaction.outcome() == Outcome.INDETERMINATE) {
      line.append(" indeterminate");
    }
    if (times) {
      line.append(" [rt ").append(transaction.begin()).append("..");
      line.append(transaction.isCommitted() ? transaction.end() : "").append(']');
    }
    for (int i = 0; i < transaction.operations().size(); i++) {
      if (absentReads || !isAbsentRead(transaction.operations().get(i))) {
        line.append(' ').append(operation(transaction, i));
      }
    }
    return line.toString();
  }

  private static boolean isAbsentRead(Operation<String> operation) {
    return operation instanceof Operation.Read<String> read && read.value().isEmpty();
  }

  private String operation(ScheduledTransaction transaction, int place) {
    Operation<String> operation = transaction.operations().get(place);
    if (operation instanceof Operation.Read<String> read) {
      return "r(" + read.key() + "," + seen(transaction, place, read) + ")";
    } else if (operation instanceof Operation.Write<String> write) {
      return write.value().isPresent()
          ? "w(" + write.key() + "," + write.value().getAsLong() + ")"
          : "d(" + write.key() + ")";
    }
    if (operation instanceof Operation.Append<String> append) {
      return "a(" + append.key() + "," + append.element() + ")";
    } else if (operation instanceof Operation.ListRead<String> read) {
      return "r(" + read.key() + "," + list(read.elements()) + ")";
    }
    return search(transaction, place, (Operation.Search<String>) operation);
  }

  /** A list as histories have it. */
  static String list(List<Long> elements) {
    return elements.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
  }

  /**
   * A read that finds nothing says which delete it saw, or that it saw none, where only one can be
   * meant: nothing is seen that was sent later. What is read in the end is the youngest version.
   */
  private String seen(ScheduledTransaction reader, int place, Operation.Read<String> read) {
    if (read.value().isPresent()) {
      return Long.toString(read.value().getAsLong());
    }
    if (reader.equals(run.last()) && orders.containsKey(read.key())) {
      List<Version> order = orders.get(read.key());
      Version youngest = order.get(order.size() - 1);
      if (youngest.value().isEmpty()) {
        return nilOf(youngest.isUnborn() ? INITIAL : youngest.writer());
      }
    }
    List<String> deleters =
        run.all().stream()
            .filter(each -> mayHaveDeleted(each, reader, place, read.key()))
            .map(ScheduledTransaction::name)
            .toList();
    boolean existed = run.schedule().setup().containsKey(read.key());
    if (deleters.isEmpty()) {
      return existed ? "nil" : nilOf(INITIAL);
    }
    return existed && deleters.size() == 1 && !deleters.get(0).equals(reader.name())
        ? nilOf(deleters.get(0))
        : "nil";
  }

  private static String nilOf(String writer) {
    return "nil@" + writer;
  }

  private static boolean mayHaveDeleted(
      ScheduledTransaction transaction, ScheduledTransaction reader, int place, String key) {
    for (int i = 0; i < transaction.operations().size(); i++) {
      if (transaction.operations().get(i) instanceof Operation.Write<String> write
          && write.key().equals(key)
          && write.value().isEmpty()
          && transaction.mayBeSeen(i, reader, place)) {
        return true;
      }
    }
    return false;
  }

  private String search(ScheduledTransaction reader, int place, Operation.Search<String> search) {
    String found =
        search.matches().stream()
            .map(
                match ->
                    match.key()
                        + (match.value().isPresent() ? "=" + match.value().getAsLong() : ""))
            .collect(Collectors.joining(",", "[", "]"));
    String of =
        sets.of(reader, place, search)
            .map(
                seen ->
                    seen.entrySet().stream()
                        .filter(entry -> !entry.getValue().isUnborn())
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(",", " of [", "]")))
            .orElse("");
    return "p(*,\"" + search.condition().replace("\\", "\\\\") + "\"," + found + of + ")";
  }
}
