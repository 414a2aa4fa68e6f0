package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;

/**
 * Says why one transaction comes before another: edges in, clauses out. What a clause mentions
 * enters the cast.
 */
final class Reasons {
  /** Chains up to this length are told step by step. */
  private static final int TOLD_WHOLE = 7;

  private static final int STEPS_IN_FRONT = 3;
  private static final int STEPS_AT_END = 2;

  private final History history;
  private final Names names;
  private final Cast cast;

  Reasons(History history, Names names, Cast cast) {
    this.history = history;
    this.names = names;
    this.cast = cast;
  }

  /** {@code T1 < T2, because …}, one sentence per edge, without full stops. */
  List<String> steps(List<Edge> path) {
    List<String> steps = new ArrayList<>();
    for (Edge edge : front(path)) {
      steps.add(step(edge));
    }
    List<Edge> hidden = hidden(path);
    if (!hidden.isEmpty()) {
      int from = hidden.get(0).from();
      int to = hidden.get(hidden.size() - 1).to();
      cast.enter(from);
      cast.enter(to);
      steps.add(
          precedes(from, to) + ", by " + hidden.size() + " more such steps that are left out here");
    }
    for (Edge edge : end(path)) {
      steps.add(step(edge));
    }
    return steps;
  }

  /** {@code T1 < T2, because …}, all of the path in one sentence, without full stop. */
  String path(List<Edge> path) {
    if (path.size() == 1) {
      return step(path.get(0));
    }
    cast.enter(path.get(0).from());
    return precedes(path.get(0).from(), path.get(path.size() - 1).to())
        + ", because "
        + chain(path);
  }

  private String step(Edge edge) {
    cast.enter(edge.from());
    cast.enter(edge.to());
    return precedes(edge.from(), edge.to())
        + (edge.isInferred() ? " in every commit order, because " : ", because ")
        + clause(edge);
  }

  String precedes(int from, int to) {
    return Words.capital(names.transaction(from)) + " < " + names.transaction(to);
  }

  private String clause(Edge edge) {
    if (edge.why() instanceof Justification.ReadsFrom why) {
      return saw(why.read(), edge.from());
    } else if (edge.why() instanceof Justification.SessionOrder) {
      return names.transaction(edge.to())
          + " follows "
          + names.transaction(edge.from())
          + " in session "
          + names.session(history.sessionOf(edge.to()));
    } else if (edge.why() instanceof Justification.Forced why) {
      return although(edge.from(), edge.to(), why.read(), why.visible());
    }
    return "the initial state precedes every transaction";
  }

  /** {@code T2 read x = 1, which T1 wrote}. */
  String saw(int read, int writer) {
    return saw("read", read, writer);
  }

  private String saw(String verb, int read, int writer) {
    return names.transaction(history.transactionOf(read)) + " " + what(verb, read, writer);
  }

  /** {@code read x = 1, which T1 wrote}. */
  String what(String verb, int read, int writer) {
    cast.mention(read);
    if (writer == History.INITIAL) {
      return verb + " " + names.version(read) + ", the initial value";
    }
    mentionWrite(read, writer);
    return verb + " " + names.version(read) + ", which " + names.transaction(writer) + " wrote";
  }

  private void mentionWrite(int read, int writer) {
    int seen = history.readFrom(read);
    if (seen >= 0 && history.transactionOf(seen) == writer) {
      cast.mention(seen);
    } else {
      cast.mention(finalWrite(writer, history.keyOf(read)));
    }
  }

  /**
   * The rule of every weak level: who reads a key from {@code later} although {@code earlier},
   * which writes that key too, is visible to it, shows that {@code earlier} comes first.
   */
  String although(int earlier, int later, int read, List<Edge> visible) {
    int overwritten = finalWrite(earlier, history.keyOf(read));
    cast.mention(overwritten);
    return saw(read, later)
        + ", although "
        + names.transaction(earlier)
        + ", which wrote "
        + names.version(overwritten)
        + ", was visible to it: "
        + visibility(read, visible);
  }

  private String visibility(int read, List<Edge> visible) {
    if (visible.size() == 1 && visible.get(0).why() instanceof Justification.ReadsFrom why) {
      int writer = visible.get(0).from();
      return why.read() < read
          ? saw("had read", why.read(), writer) + ", before that"
          : saw("also read", why.read(), writer);
    }
    return chain(visible);
  }

  private String chain(List<Edge> path) {
    List<String> clauses = new ArrayList<>();
    front(path).forEach(edge -> clauses.add(clause(edge)));
    if (!hidden(path).isEmpty()) {
      clauses.add("… " + hidden(path).size() + " more such steps …");
    }
    end(path).forEach(edge -> clauses.add(clause(edge)));
    return String.join("; ", clauses);
  }

  private int finalWrite(int transaction, int key) {
    for (int i = history.endOperation(transaction) - 1;
        i >= history.firstOperation(transaction);
        i--) {
      if (history.isFinalWrite(i) && history.keyOf(i) == key) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        names.transaction(transaction) + " does not write " + names.key(key));
  }

  private static List<Edge> front(List<Edge> path) {
    return path.size() <= TOLD_WHOLE ? path : path.subList(0, STEPS_IN_FRONT);
  }

  private static List<Edge> hidden(List<Edge> path) {
    return path.size() <= TOLD_WHOLE
        ? List.of()
        : path.subList(STEPS_IN_FRONT, path.size() - STEPS_AT_END);
  }

  private static List<Edge> end(List<Edge> path) {
    return path.size() <= TOLD_WHOLE
        ? List.of()
        : path.subList(path.size() - STEPS_AT_END, path.size());
  }
}
