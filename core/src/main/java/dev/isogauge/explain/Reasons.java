package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.ListSources;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says why one transaction comes before another: edges in, clauses out. What a clause mentions
 * enters the cast.
 */
final class Reasons {
  /** Chains up to this length are explained step by step. */
  private static final int TOLD_WHOLE = 7;

  private static final int STEPS_IN_FRONT = 3;
  private static final int STEPS_AT_END = 2;

  private final History history;
  private final Names names;
  private final NamedTransactions cast;
  private final KeyWriters writers;

  Reasons(History history, Names names, NamedTransactions cast, KeyWriters writers) {
    this.history = history;
    this.names = names;
    this.cast = cast;
    this.writers = writers;
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
          names.about(
              new Subject.OfPath(hidden),
              precedes(from, to)
                  + ", by "
                  + hidden.size()
                  + " more such steps that are left out here"));
    }
    for (Edge edge : end(path)) {
      steps.add(step(edge));
    }
    return steps;
  }

  /** {@code T2 < T1, because …}, of the edge that contradicts others. */
  String closing(Edge edge) {
    return names.about(new Subject.OfEdge(edge), claim(edge) + ", because " + reason(edge));
  }

  private String step(Edge edge) {
    cast.enter(edge.from());
    cast.enter(edge.to());
    return names.about(
        new Subject.OfEdge(edge),
        claim(edge)
            + (edge.isInferred() ? " in every commit order, because " : ", because ")
            + reason(edge));
  }

  String precedes(int from, int to) {
    return Marks.capital(names.transaction(from)) + " < " + names.transaction(to);
  }

  /** {@code T1 < T2}, about an edge. */
  String claim(Edge edge) {
    return names.about(new Subject.OfClaim(edge), precedes(edge.from(), edge.to()));
  }

  private String clause(Edge edge) {
    return names.about(new Subject.OfEdge(edge), reason(edge));
  }

  private String reason(Edge edge) {
    if (edge.why() instanceof Justification.ReadsFrom why) {
      return saw(why.read(), edge.from());
    } else if (edge.why() instanceof Justification.SessionOrder) {
      return names.transaction(edge.to())
          + " follows "
          + names.transaction(edge.from())
          + " in session "
          + names.session(history.sessionOf(edge.to()));
    } else if (edge.why() instanceof Justification.RealTime) {
      return String.format(
          Locale.ROOT,
          "%s began at %d, after %s had ended at %d",
          names.transaction(edge.to()),
          history.beginTime(edge.to()),
          names.transaction(edge.from()),
          history.endTime(edge.from()));
    } else if (edge.why() instanceof Justification.Overwrites why) {
      return overwrote(edge, why.write());
    } else if (edge.why() instanceof Justification.ReadOverwritten why) {
      return readBefore(edge.to(), why.read())
          + why.order().map(order -> since(order, why.read())).orElse("");
    } else if (edge.why() instanceof Justification.PredicateSaw why) {
      return predicateSaw(why);
    } else if (edge.why() instanceof Justification.PredicateOverwritten why) {
      return predicateOverwritten(why);
    } else if (edge.why() instanceof Justification.InSnapshot) {
      return names.transaction(edge.from())
          + " is in the snapshot of "
          + names.transaction(edge.to());
    } else if (edge.why() instanceof Justification.Forced why) {
      String under = history.hasRecordedLevels() ? " under " + why.level().id() : "";
      return although(edge.from(), edge.to(), why.read(), why.visible(), under);
    }
    return "the initial state precedes every transaction";
  }

  /** {@code T2 overwrote x = 1, which T1 wrote, with x = 2}, unless others may lie between. */
  private String overwrote(Edge edge, int write) {
    int key = history.keyOf(write);
    int earlier = lastWrite(edge.from(), key);
    int later = lastWrite(edge.to(), key);
    cast.mention(earlier);
    cast.mention(later);
    if (history.isAppend(write)) {
      return String.format(
          "%s appended to %s after %s had",
          names.transaction(edge.to()), names.key(key), names.transaction(edge.from()));
    }
    return writers.isDirect(earlier, later)
        ? String.format(
            "%s overwrote %s, which %s wrote, with %s",
            names.transaction(edge.to()),
            names.version(earlier),
            names.transaction(edge.from()),
            names.version(later))
        : String.format(
            "%s, which %s wrote, is a later version than %s of %s",
            names.version(later),
            names.transaction(edge.to()),
            names.version(earlier),
            names.transaction(edge.from()));
  }

  /** {@code T1 read x = 1, which T2 overwrote with x = 2}, unless others may lie between. */
  private String readBefore(int writer, int read) {
    int key = history.keyOf(read);
    int later = lastWrite(writer, key);
    cast.mention(read);
    cast.mention(later);
    String reader = names.transactionOf(read);
    if (history.isListRead(read)) {
      return String.format(
          "%s read %s, before %s appended %s",
          reader, names.version(read), names.transaction(writer), names.value(later));
    }
    return String.format(
        writers.isDirect(history.readFrom(read), later)
            ? "%s read %s, which %s overwrote with %s"
            : "%s read %s, and %s wrote a later version, %s",
        reader,
        names.version(read),
        names.transaction(writer),
        names.version(later));
  }

  /** {@code (T0 wrote x = 1, and T2 follows T0 in session s1)}: why that is the earlier version. */
  private String since(Edge order, int read) {
    int earlier = lastWrite(order.from(), history.keyOf(read));
    cast.mention(earlier);
    if (order.why() instanceof Justification.Overwrites given
        && history.keyOf(given.write()) == history.keyOf(read)) {
      return history.isAppend(earlier)
          ? " (by what reads of the list show)"
          : " (by the recorded order of versions)";
    }
    return String.format(
        history.isAppend(earlier) ? " (%s appended %s, and %s)" : " (%s wrote %s, and %s)",
        names.transaction(order.from()),
        history.isAppend(earlier) ? names.value(earlier) : names.version(earlier),
        clause(order));
  }

  /** {@code T2 asked for "a > 5" and saw x = 7, which matches since T1 wrote x = 7}. */
  private String predicateSaw(Justification.PredicateSaw why) {
    if (history.isDelete(why.write())
        && names.sawNone(why.predicate(), history.keyOf(why.write()))) {
      return asked(why.predicate(), why.write()) + ", since " + changed(why.write());
    }
    return String.format(
        "%s, which %s since %s",
        asked(why.predicate(), why.write()),
        why.matches() ? "matches" : "does not match any more",
        changed(why.write()));
  }

  /** {@code T1 asked for "a > 5" and saw x = 1, before T2 wrote x = 7, which matches}. */
  private String predicateOverwritten(Justification.PredicateOverwritten why) {
    if (history.isDelete(why.write())) {
      return asked(why.predicate(), why.write()) + ", before " + changed(why.write());
    }
    return String.format(
        "%s, before %s, which %s",
        asked(why.predicate(), why.write()),
        changed(why.write()),
        why.matches() ? "matches" : "does not match");
  }

  private String asked(int predicate, int write) {
    cast.mentionPredicate(predicate);
    return String.format(
        "%s asked for %s and saw %s",
        names.transaction(history.predicateReads().transactionOf(predicate)),
        names.condition(predicate),
        names.seen(predicate, history.keyOf(write)));
  }

  private String changed(int write) {
    cast.mention(write);
    String writer = names.transactionOf(write);
    return history.isDelete(write)
        ? writer + " deleted " + names.key(history.keyOf(write))
        : writer + " wrote " + names.version(write);
  }

  private int lastWrite(int transaction, int key) {
    int i = history.endOperation(transaction) - 1;
    while (!history.isWrite(i) || history.keyOf(i) != key) {
      i--;
    }
    return i;
  }

  /** {@code T2 read x = 1, which T1 wrote}. */
  String saw(int read, int writer) {
    return saw("read", read, writer);
  }

  private String saw(String verb, int read, int writer) {
    return names.transactionOf(read) + " " + what(verb, read, writer);
  }

  /** {@code read x = 1, which T1 wrote}. */
  String what(String verb, int read, int writer) {
    cast.mention(read);
    if (history.isListRead(read)) {
      return verb + " " + names.version(read) + ", " + listOrigin(read, writer);
    }
    if (writer == History.INITIAL) {
      return verb + " " + names.version(read) + ", the initial value";
    }
    return verb + " " + names.version(read) + ", which " + names.wrote(mentionWrite(read, writer));
  }

  private String listOrigin(int read, int writer) {
    boolean endsWithOwn = ListSources.endsWithOwn(history, read);
    if (writer == History.INITIAL) {
      return endsWithOwn ? "nothing but what it had appended itself" : "the initial value";
    }
    int append = lastWrite(writer, history.keyOf(read));
    cast.mention(append);
    String appended = names.about(append, names.transaction(writer) + " appended");
    return ListSources.writer(history, read) == writer
        ? "which ends with what " + appended + (endsWithOwn ? " and then itself" : "")
        : "which holds what " + appended;
  }

  private int mentionWrite(int read, int writer) {
    int seen = history.readFrom(read);
    int write =
        seen >= 0 && history.transactionOf(seen) == writer
            ? seen
            : lastWrite(writer, history.keyOf(read));
    cast.mention(write);
    return write;
  }

  /**
   * The rule of every weak level: a read of a key from {@code later} by a transaction to which
   * {@code earlier}, which writes that key too, is visible shows that {@code earlier} comes first.
   */
  String although(int earlier, int later, int read, List<Edge> visible, String under) {
    int overwritten = lastWrite(earlier, history.keyOf(read));
    cast.mention(overwritten);
    return saw(read, later)
        + ", although "
        + names.transaction(earlier)
        + (history.isAppend(overwritten)
            ? ", which appended "
                + names.value(overwritten)
                + " to "
                + names.key(history.keyOf(overwritten))
            : ", which wrote " + names.version(overwritten))
        + ", was visible to it"
        + under
        + ": "
        + visibility(read, visible);
  }

  private String visibility(int read, List<Edge> visible) {
    if (visible.size() == 1 && visible.get(0).why() instanceof Justification.ReadsFrom why) {
      int writer = visible.get(0).from();
      return names.about(
          new Subject.OfEdge(visible.get(0)),
          why.read() < read
              ? saw("had read", why.read(), writer) + ", before that"
              : saw("also read", why.read(), writer));
    }
    return chain(visible);
  }

  private String chain(List<Edge> path) {
    List<String> clauses = new ArrayList<>();
    for (Edge edge : front(path)) {
      clauses.add(clause(edge));
    }
    if (!hidden(path).isEmpty()) {
      clauses.add(
          names.about(
              new Subject.OfPath(hidden(path)), "… " + hidden(path).size() + " more such steps …"));
    }
    for (Edge edge : end(path)) {
      clauses.add(clause(edge));
    }
    return String.join("; ", clauses);
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
