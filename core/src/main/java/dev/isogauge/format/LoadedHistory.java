package dev.isogauge.format;

import dev.isogauge.history.History;
import java.util.List;

/**
 * A history and how it was read.
 *
 * @param history the history
 * @param format the format it was read in
 * @param readNanos time spent on reading and parsing
 * @param indexNanos time spent on building the history and resolving reads
 * @param remarks what a user should know about the reading, such as a guess between two formats
 */
public record LoadedHistory(
    History history, HistoryFormat format, long readNanos, long indexNanos, List<String> remarks) {
  /** Copies the remarks. */
  public LoadedHistory {
    remarks = List.copyOf(remarks);
  }

  /**
   * The remarks with the input's name in front, unless they begin with a place of their own.
   *
   * @param name the input's name
   * @return a line for each remark
   */
  public List<String> remarksOn(String name) {
    return remarks.stream()
        .map(remark -> remark.matches("\\S.*:\\d+: .*") ? remark : name + ": " + remark)
        .toList();
  }
}
