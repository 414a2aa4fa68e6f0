package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.PriorityQueue;

/**
 * Writes EDN of Jepsen and Elle, one operation per line in the order of real time; see {@link
 * ElleReader}. Sessions keep their names if all of those are integers, else they are numbered from
 * 0; transactions lose theirs.
 *
 * <p>A transaction whose begin is not known has no invocation. So a history without real time is
 * written as completions only, session by session: pairs would claim an order of real time.
 */
public final class ElleWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    ElleLimits.requireExpressible(history);
    Writer writer = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    new Printer(history, writer).print();
    writer.flush();
  }

  /** A session's next transaction; its invocation comes first if it has a begin. */
  private static final class Session implements Comparable<Session> {
    private final History history;
    private final int number;
    private int transaction;
    private boolean isInvoked;
    private long time = Long.MIN_VALUE;

    Session(History history, int number) {
      this.history = history;
      this.number = number;
      this.transaction = history.firstTransaction(number);
      await();
    }

    boolean hasMore() {
      return transaction < history.endTransaction(number);
    }

    boolean isInvocation() {
      return !isInvoked && history.beginTime(transaction) != RawBlock.NO_TIME;
    }

    /** Moves behind the event that was written. */
    void pass() {
      if (isInvocation()) {
        isInvoked = true;
      } else {
        isInvoked = false;
        transaction++;
      }
      await();
    }

    /** A session goes on in its own order, whatever its times say. */
    private void await() {
      if (hasMore()) {
        time = Math.max(time, eventTime());
      }
    }

    /** Real time of the next event. An event without an end gets its begin, or any time. */
    long eventTime() {
      long begin = history.beginTime(transaction);
      long end = history.endTime(transaction);
      if (isInvocation() || (end == RawBlock.NO_TIME && begin != RawBlock.NO_TIME)) {
        return begin;
      }
      return end != RawBlock.NO_TIME ? end : time == Long.MIN_VALUE ? 0 : time;
    }

    @Override
    public int compareTo(Session other) {
      int byTime = Long.compare(time, other.time);
      // Equal times order nothing, so operations that touch shall overlap.
      int order = byTime != 0 ? byTime : Boolean.compare(other.isInvocation(), isInvocation());
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  private static final class Printer {
    private final History history;
    private final Writer writer;
    private final EdnText text;
    private final boolean keepsSessions;
    private final boolean hasRealTime;
    private final boolean timesAreUsable;
    private long index;

    Printer(History history, Writer writer) {
      this.history = history;
      this.writer = writer;
      this.text = new EdnText(history.atoms(), writer);
      boolean integers = true;
      for (int s = 0; s < history.sessionCount(); s++) {
        integers &= history.atoms().isInteger(history.sessionAtom(s));
      }
      keepsSessions = integers;
      hasRealTime = history.hasRealTime();
      timesAreUsable = hasRealTime && ElleLimits.timesAreUsable(history);
    }

    void print() throws IOException {
      PriorityQueue<Session> sessions = new PriorityQueue<>();
      for (int s = 0; s < history.sessionCount(); s++) {
        Session session = new Session(history, s);
        if (session.hasMore()) {
          sessions.add(session);
        }
      }
      while (!sessions.isEmpty()) {
        Session session = sessions.remove();
        event(session);
        session.pass();
        if (session.hasMore()) {
          sessions.add(session);
        }
      }
    }

    private void event(Session session) throws IOException {
      int t = session.transaction;
      Outcome outcome = history.outcome(t);
      writer.write("{:index ");
      if (!hasRealTime || timesAreUsable) {
        writer.write(Long.toString(index++));
      } else {
        writer.write(Long.toString(session.eventTime()));
      }
      if (timesAreUsable) {
        writer.write(", :time ");
        writer.write(Long.toString(session.eventTime()));
      }
      writer.write(", :type ");
      writer.write(
          session.isInvocation()
              ? ":invoke"
              : switch (outcome) {
                case COMMITTED -> ":ok";
                case ABORTED -> ":fail";
                case INDETERMINATE -> ":info";
              });
      writer.write(", :process ");
      if (keepsSessions) {
        text.write(history.sessionAtom(session.number));
      } else {
        writer.write(Integer.toString(session.number));
      }
      writer.write(", :f :txn, :value [");
      // Of what did not commit for sure, the invocation says all there is.
      boolean hidesReads = session.isInvocation() && outcome == Outcome.COMMITTED;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        writer.write(i == history.firstOperation(t) ? "[" : " [");
        operation(i, hidesReads);
      }
      writer.write("]}\n");
    }

    private void operation(int i, boolean hidesReads) throws IOException {
      writer.write(history.isAppend(i) ? ":append " : history.isWrite(i) ? ":w " : ":r ");
      text.write(history.keyAtom(history.keyOf(i)));
      writer.write(' ');
      if (history.isUnknownRead(i) || (hidesReads && !history.isWrite(i))) {
        writer.write("nil");
      } else if (history.isListRead(i)) {
        writer.write('[');
        for (int e = 0; e < history.listSize(i); e++) {
          writer.write(e == 0 ? "" : " ");
          text.write(history.listElement(i, e));
        }
        writer.write(']');
      } else {
        text.write(history.valueOf(i));
      }
      writer.write(']');
    }
  }
}
