package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.RecordedStatement;
import dev.isogauge.recorder.jdbc.RecordedStatement.Effect;
import dev.isogauge.recorder.rows.PostgresSnapshot;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the server answers, on its way to the client. Answers to probes are left out. That a
 * statement is complete waits for its probe, and is left out too if that fails: so a client that
 * cancels at that moment sees what it would have seen a moment earlier.
 */
final class Responses {
  private static final int SASL = 10;

  private final MessageInput in;
  private final MessageOutput out;
  private final PendingRequests questions;
  private final WireSession session;
  private final WireState state;
  private final Consumer<String> application;
  private final Consumer<String> notices;
  private final Map<String, Prepared> statements = new HashMap<>();
  private final Map<String, Portal> portals = new HashMap<>();

  /** The part of a text that is being answered. */
  private int part;

  /** Whether the rows that come are those of a probe. */
  private boolean isProbeResult;

  private Probe probe;

  /** The execution whose completion waits for its probe. */
  private Pending.Execute waiting;

  /** Whether more rows of the execution that waits can be asked for. */
  private boolean isSuspended;

  /**
   * Answers.
   *
   * @param application receives what the client calls itself
   */
  Responses(
      MessageInput in,
      MessageOutput out,
      PendingRequests questions,
      WireSession session,
      WireState state,
      Consumer<String> application,
      Consumer<String> notices) {
    this.in = in;
    this.out = out;
    this.questions = questions;
    this.session = session;
    this.state = state;
    this.application = application;
    this.notices = notices;
  }

  /** Passes on the current message, or not. */
  void accept() throws IOException {
    switch (in.type()) {
      case 'S' -> {
        in.whole();
        setting();
        in.pass(out);
      }
      case 'R' -> authentication();
      case 'A', 'K', 'v' -> in.pass(out);
      case 'E' -> error();
      case 'N' -> Report.pass(in, out, rewriting());
      case 'Z' -> ready();
      default -> answer();
    }
  }

  private void setting() throws IOException {
    String name = in.text();
    String value = in.text();
    state.setting(name, value);
    if (name.equals("application_name")) {
      application.accept(value);
    }
  }

  /**
   * Channel binding ties a login to the TLS between the two that talk, and there are two pairs of
   * them here.
   */
  private void authentication() throws IOException {
    in.whole();
    if (in.int32() != SASL) {
      in.pass(out);
      return;
    }
    out.begin('R').int32(SASL);
    for (String each = in.text(); !each.isEmpty(); each = in.text()) {
      if (!each.endsWith("-PLUS")) {
        out.text(each);
      }
    }
    out.text("").end();
    in.drop();
  }

  private void answer() throws IOException {
    Pending first = questions.first();
    if (first instanceof Pending.Query query) {
      ofText(query);
    } else if (first == null || first instanceof Pending.Call) {
      in.pass(out);
    } else {
      switch (in.type()) {
        case '1' -> parsed(first);
        case '2' -> bound(first);
        case '3' -> closed(first);
        case 't', 'T', 'n' -> described(first);
        default -> executed(first);
      }
    }
  }

  /** Passes the message on unless the application knows nothing of what it answers. */
  private void pass(Pending answered) throws IOException {
    if (answered.isOurs()) {
      in.whole();
      in.drop();
    } else {
      in.pass(out);
    }
  }

  // Texts.

  private void ofText(Pending.Query query) throws IOException {
    switch (in.type()) {
      case 'T' -> {
        if (!in.isLarge()) {
          in.whole();
          in.int16();
          isProbeResult = out.isHolding() && in.isAt(Probe.COLUMN);
        }
        passUnlessProbe();
      }
      case 'D' -> {
        if (isProbeResult) {
          in.whole();
          probe = Probe.read(in);
          in.drop();
        } else {
          in.pass(out);
        }
      }
      case 'C' -> {
        if (isProbeResult) {
          in.whole();
          in.drop();
          isProbeResult = false;
          partDone(query, "");
          out.release();
        } else {
          completed(query);
        }
      }
      default -> in.pass(out);
    }
  }

  private void passUnlessProbe() throws IOException {
    if (isProbeResult) {
      in.drop();
    } else {
      in.pass(out);
    }
  }

  private void completed(Pending.Query query) throws IOException {
    in.whole();
    String tag = in.text();
    boolean isProbed =
        query.parts() != null && part < query.parts().size() && query.parts().get(part).isProbed();
    if (isProbed) {
      out.hold();
    } else {
      partDone(query, tag);
    }
    in.pass(out);
  }

  private void partDone(Pending.Query query, String tag) {
    List<Pending.Part> parts = query.parts();
    if (parts == null || part >= parts.size()) {
      session.executed(null, query.text(), List.of(), query.number(), query.sentAt(), null, null);
    } else {
      Pending.Part done = parts.get(part++);
      RecordedStatement statement = done.statement();
      String text = query.text().substring(statement.begin(), statement.end());
      complete(statement, text, List.of(), done.number(), query.sentAt(), null, tag);
    }
    probe = null;
  }

  private PostgresSnapshot complete(
      RecordedStatement statement,
      String text,
      List<Object> parameters,
      int number,
      long sentAt,
      PostgresSnapshot before,
      String tag) {
    boolean isRows =
        statement == null
            || statement.effect() == Effect.ROWS
            || statement.effect() == Effect.NOTHING;
    if (isRows) {
      return session.executed(statement, text, parameters, number, sentAt, before, probe);
    }
    session.control(statement, tag, sentAt);
    return null;
  }

  // The extended protocol.

  private void parsed(Pending first) throws IOException {
    if (first instanceof Pending.Parse parse) {
      if (parse.isOurs()) {
        state.probePrepared(parse.generation());
      } else {
        statements.put(parse.name(), parse.prepared());
      }
    }
    pass(first);
    questions.answered();
  }

  private void bound(Pending first) throws IOException {
    if (first instanceof Pending.Bind bind && !bind.isOurs()) {
      portals.put(bind.portal(), new Portal(statements.get(bind.statement()), bind.parameters()));
    }
    pass(first);
    questions.answered();
  }

  private void closed(Pending first) throws IOException {
    boolean isProbesEnd = false;
    if (first instanceof Pending.Close close) {
      if (!close.isOurs()) {
        (close.isStatement() ? statements : portals).remove(close.name());
      }
      isProbesEnd = close.isOurs() && !close.isStatement();
    }
    pass(first);
    questions.answered();
    if (isProbesEnd) {
      out.release();
    }
  }

  private void described(Pending first) throws IOException {
    boolean isOfTypes = in.type() == 't';
    if (first instanceof Pending.Describe describe && isOfTypes) {
      in.whole();
      types(statements.get(describe.name()));
    }
    pass(first);
    if (!isOfTypes) {
      questions.answered();
    }
  }

  private void types(Prepared prepared) throws IOException {
    if (prepared != null) {
      int[] types = new int[in.int16()];
      for (int i = 0; i < types.length; i++) {
        types[i] = in.int32();
      }
      if (prepared.types() == null) {
        state.types(prepared.text(), prepared.declared(), types);
      }
      prepared.types(types);
    }
  }

  private void executed(Pending first) throws IOException {
    if (!(first instanceof Pending.Execute execute)) {
      in.pass(out);
      return;
    }
    switch (in.type()) {
      case 'D' -> {
        if (execute.isOurs()) {
          in.whole();
          probe = Probe.read(in);
          in.drop();
        } else {
          in.pass(out);
        }
      }
      case 'C', 's', 'I' -> {
        if (execute.isOurs()) {
          executed(waiting, "", false);
          waiting = null;
          pass(execute);
        } else if (execute.isProbed()) {
          waiting = execute;
          isSuspended = in.type() == 's';
          out.hold();
          in.pass(out);
        } else {
          in.whole();
          String tag = in.type() == 'C' ? in.text() : "";
          executed(execute, tag, in.type() == 's');
          in.pass(out);
        }
        questions.answered();
      }
      case 'G' -> {
        state.copyingIn(!questions.copyBegins());
        in.pass(out);
      }
      default -> in.pass(out);
    }
  }

  private void executed(Pending.Execute execute, String tag, boolean isSuspendedNow) {
    Portal portal = portals.get(execute.portal());
    Prepared prepared = portal == null ? null : portal.prepared;
    if (prepared == null || prepared.statement() == null) {
      String text = prepared == null ? "" : prepared.text();
      session.executed(null, text, List.of(), execute.number(), execute.sentAt(), null, null);
    } else {
      PostgresSnapshot seen =
          complete(
              prepared.statement(),
              prepared.text(),
              portal.parameters.decoded(prepared.types()),
              execute.number(),
              execute.sentAt(),
              portal.before,
              tag);
      portal.before = isSuspended || isSuspendedNow ? seen : null;
    }
    isSuspended = false;
    probe = null;
  }

  // Errors and ends.

  private Rewriting rewriting() {
    Pending first = questions.first();
    Prepared prepared = null;
    if (first instanceof Pending.Query query) {
      return query.rewriting();
    } else if (first instanceof Pending.Parse parse) {
      prepared = parse.prepared();
    } else if (first instanceof Pending.Bind bind) {
      prepared = statements.get(bind.statement());
    } else if (first instanceof Pending.Execute execute) {
      Portal portal = portals.get(execute.portal());
      prepared = portal == null ? null : portal.prepared;
    }
    return prepared == null ? Rewriting.none("") : prepared.rewriting();
  }

  private void error() throws IOException {
    boolean isOfProbe = out.isHolding();
    if (isOfProbe) {
      out.releaseWithoutFirst();
    }
    String code = Report.pass(in, out, isOfProbe ? Rewriting.none("") : rewriting());
    boolean isExpected = code.startsWith("57") || code.startsWith("40") || code.startsWith("25");
    if (isOfProbe && !isExpected) {
      state.stopProbing();
      notices.accept(
          "the server refused what was asked behind a statement (SQLSTATE "
              + code
              + "), so nothing more is asked on that connection");
    }
    waiting = null;
    probe = null;
    isProbeResult = false;
    isSuspended = false;
    state.copyingIn(false);
    session.failed();
    if (!(questions.first() instanceof Pending.Query)
        && !(questions.first() instanceof Pending.Call)) {
      questions.skipToSync();
    }
  }

  private void ready() throws IOException {
    in.whole();
    char status = (char) in.int8();
    if (out.isHolding()) {
      out.release();
    }
    part = 0;
    state.copyingIn(false);
    if (status == 'I') {
      portals.clear();
    }
    session.ready(status);
    state.status(status);
    questions.answered();
    in.pass(out);
  }
}
