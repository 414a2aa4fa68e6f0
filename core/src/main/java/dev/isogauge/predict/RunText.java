package dev.isogauge.predict;

import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as a history in the text format, with the order of versions and what searches saw, so that
 * nothing is left open. Every version has a value of its own; searches are by conditions that these
 * values meet as the recorded ones meet the recorded conditions.
 */
final class RunText {
  /** Values of versions lie in a block of this size for each set of conditions that they meet. */
  private static final int BLOCK = 1000;

  private static final int WRITES_OF_A_MEMBER = 100;

  private final Interleaving run;
  private final Scene scene;
  private final History history;
  private final List<ConditionSearch> searches;
  private final String[] names;

  /** By member: the values that its writes give, by statement and operation. */
  private final long[][][] written;

  RunText(Interleaving run, History history, List<ConditionSearch> searches, String[] names) {
    this.run = run;
    this.scene = run.scene();
    this.history = history;
    this.searches = searches;
    this.names = names;
    this.written = new long[scene.size()][][];
    for (int m = 0; m < scene.size(); m++) {
      written[m] = new long[scene.code()[m].length][];
      int count = 0;
      for (int s = 0; s < written[m].length; s++) {
        int[] operations = scene.code()[m][s];
        written[m][s] = new long[operations.length];
        for (int i = 0; i < operations.length; i++) {
          if (Access.of(operations[i]).writes()) {
            written[m][s][i] =
                block(Access.keyOf(operations[i]), m + 1)
                    + WRITES_OF_A_MEMBER * (m + 1L)
                    + 1
                    + count++;
          }
        }
      }
    }
  }

  private long block(int key, int version) {
    long block = 0;
    for (int s = 0; s < scene.searches().length; s++) {
      block |= scene.meets()[s][key][version] ? 1L << s : 0;
    }
    return BLOCK * block;
  }

  long initialValue(int key) {
    return block(key, 0) + 10 + key;
  }

  /** What a write gives. */
  long writtenValue(int m, int statement, int operation) {
    return written[m][statement][operation];
  }

  /** The condition over values that stands for a search. */
  String condition(int search) {
    List<String> ranges = new ArrayList<>();
    for (int block = 0; block < 1 << scene.searches().length; block++) {
      if ((block >> search & 1) != 0) {
        ranges.add(
            "value BETWEEN " + (long) BLOCK * block + " AND " + ((long) BLOCK * (block + 1) - 1));
      }
    }
    return String.join(" OR ", ranges);
  }

  String key(int key) {
    return history.keyName(scene.keys()[key]);
  }

  /** The value of a version that others may see; empty where the row is not there. */
  String value(int key, int version) {
    if (scene.isList()[key]) {
      return list(key, version);
    } else if (!run.end().isPresent(key, version)) {
      return "nil";
    } else if (version == 0) {
      return Long.toString(initialValue(key));
    }
    int m = version - 1;
    return own(m, key, written[m].length, 0);
  }

  private String list(int key, int version) {
    List<String> elements = new ArrayList<>();
    for (int place = 0; version != 0 && place < scene.size(); place++) {
      int writer = run.end().version(key, place);
      elements.addAll(appended(writer - 1, key, written[writer - 1].length, 0));
      if (writer == version) {
        break;
      }
    }
    return elements.toString().replace(" ", "");
  }

  private List<String> appended(int m, int key, int statement, int operation) {
    List<String> elements = new ArrayList<>();
    for (int s = 0; s < written[m].length; s++) {
      int[] operations = scene.code()[m][s];
      for (int i = 0; i < operations.length; i++) {
        boolean isBefore = s < statement || (s == statement && i < operation);
        if (isBefore && operations[i] == Access.APPEND.on(key) && happened(m, s, i)) {
          elements.add(Long.toString(written[m][s][i]));
        }
      }
    }
    return elements;
  }

  private boolean happened(int m, int statement, int operation) {
    int result = run.end().result(m, statement, operation, 0);
    return result == StoreState.WROTE
        || (result != StoreState.NOTHING
            && result < StoreState.MISSED
            && Access.of(scene.code()[m][statement][operation]) == Access.CHANGE);
  }

  /** What a member had last written to a key before an operation of its own. */
  private String own(int m, int key, int statement, int operation) {
    String value = "nil";
    for (int s = 0; s < written[m].length; s++) {
      int[] operations = scene.code()[m][s];
      for (int i = 0; i < operations.length; i++) {
        boolean isBefore = s < statement || (s == statement && i < operation);
        Access access = Access.of(operations[i]);
        if (isBefore
            && access.writes()
            && Access.keyOf(operations[i]) == key
            && happened(m, s, i)) {
          value = access == Access.DELETE ? "nil" : Long.toString(written[m][s][i]);
        }
      }
    }
    return value;
  }

  /** The value that a result shows. */
  String seen(int m, int statement, int operation, int which) {
    int result = run.end().result(m, statement, operation, which);
    int key = run.end().key(scene.code()[m][statement][operation], which);
    if (run.end().isBetween(key, result)) {
      return "nil";
    } else if (result != StoreState.SAW_OWN) {
      return value(key, Interleaving.version(result));
    } else if (scene.isList()[key]) {
      List<String> elements = appended(m, key, statement, operation);
      int before = 0;
      for (int place = 0; place < scene.size(); place++) {
        if (run.end().version(key, place) == m + 1) {
          before = place == 0 ? 0 : run.end().version(key, place - 1);
        }
      }
      String others = list(key, before);
      String inner = others.equals("[]") || elements.isEmpty() ? "" : ",";
      return others.substring(0, others.length() - 1) + inner + String.join(",", elements) + "]";
    }
    return own(m, key, statement, operation);
  }

  /** The whole history. */
  String text() {
    List<String> lines = new ArrayList<>();
    StringBuilder initial = new StringBuilder();
    for (int key = 0; key < scene.keyCount(); key++) {
      if (scene.isThere()[key] && !scene.isList()[key]) {
        initial.append(' ').append(key(key)).append('=').append(initialValue(key));
      }
    }
    if (!initial.isEmpty()) {
      lines.add("init" + initial);
    }
    for (int key = 0; key < scene.keyCount(); key++) {
      if (!scene.isList()[key]) {
        order(key, lines);
      }
    }
    for (int m = 0; m < scene.size(); m++) {
      lines.add(transaction(m));
    }
    return String.join("\n", lines) + "\n";
  }

  private void order(int key, List<String> lines) {
    StringBuilder order = new StringBuilder();
    for (int place = 0; place < scene.size() && run.end().version(key, place) != 0; place++) {
      int version = run.end().version(key, place);
      boolean isPresent = run.end().isPresent(key, version);
      order.append(' ').append(isPresent ? value(key, version) : "dead");
      order.append('@').append(quoted(names[version - 1]));
    }
    if (!order.isEmpty()) {
      lines.add("order " + key(key) + ":" + order);
    }
  }

  static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private String transaction(int m) {
    StringBuilder line = new StringBuilder();
    line.append('s').append(m + 1).append(' ').append(quoted(names[m])).append(':');
    if (run.end().status(m) != StoreState.COMMITTED) {
      line.append(" aborted");
    }
    int first = run.choices().indexOf(m);
    line.append(" [rt ")
        .append(first)
        .append("..")
        .append(run.choices().lastIndexOf(m) + 1)
        .append(']');
    for (int s = 0; s < written[m].length; s++) {
      for (int i = 0; i < written[m][s].length; i++) {
        line.append(operation(m, s, i));
      }
    }
    return line.toString();
  }

  private String operation(int m, int s, int i) {
    int operation = scene.code()[m][s][i];
    Access access = Access.of(operation);
    int result = run.end().result(m, s, i, 0);
    if (access == Access.SEARCH) {
      return scene.results(operation) == 0 || result == StoreState.NOTHING ? "" : search(m, s, i);
    } else if (result == StoreState.NOTHING) {
      return "";
    }
    int key = Access.keyOf(operation);
    String seen = seenBy(m, s, i);
    StringBuilder text = new StringBuilder();
    if (!seen.isEmpty()) {
      text.append(" r(").append(key(key)).append(',').append(seen);
      text.append(scene.isList()[key] || Interleaving.version(result) < 0 ? "" : writer(m, result));
      text.append(')');
    }
    if (access.writes() && happened(m, s, i)) {
      if (access == Access.DELETE) {
        text.append(" d(").append(key(key)).append(')');
      } else {
        text.append(access == Access.APPEND ? " a(" : " w(").append(key(key));
        text.append(',').append(written[m][s][i]).append(')');
      }
    }
    return text.toString();
  }

  /** The value that an operation on a key reads; empty if it reads nothing. */
  String seenBy(int m, int s, int i) {
    Access access = Access.of(scene.code()[m][s][i]);
    int result = run.end().result(m, s, i, 0);
    boolean reads =
        result != StoreState.NOTHING
            && (!access.writes()
                || access == Access.CHANGE
                || result >= StoreState.MISSED
                || result == StoreState.SAW_OWN);
    return reads ? seen(m, s, i, 0) : "";
  }

  private String writer(int m, int result) {
    int version = Interleaving.version(result);
    if (version < 0) {
      return "@" + quoted(names[m]);
    }
    return version == 0 ? "@init" : "@" + quoted(names[version - 1]);
  }

  private String search(int m, int s, int i) {
    int search = Access.keyOf(scene.code()[m][s][i]);
    String relation = searches.get(scene.searches()[search]).relation();
    List<String> found = new ArrayList<>();
    List<String> looked = new ArrayList<>();
    int[] keys = scene.searched()[search];
    for (int which = 0; which < keys.length; which++) {
      int result = run.end().result(m, s, i, which);
      String value = seen(m, s, i, which);
      boolean isNever = value.equals("nil") && Interleaving.version(result) == 0;
      String member =
          key(keys[which]) + "=" + (value.equals("nil") ? "dead" : value) + writer(m, result);
      if (!isNever) {
        looked.add(member);
      }
      int version = Interleaving.version(result) < 0 ? m + 1 : Interleaving.version(result);
      if (!value.equals("nil") && scene.meets()[search][keys[which]][version]) {
        found.add(member);
      }
    }
    return " p("
        + (relation.isEmpty() ? "*" : quoted(relation))
        + ","
        + quoted(condition(search))
        + ",["
        + String.join(",", found)
        + "] of ["
        + String.join(",", looked)
        + "])";
  }
}
