package dev.isogauge.app.proxy;

import java.util.ArrayDeque;
import java.util.Iterator;

/** What a connection asked and the server has not answered, for the threads of both directions. */
final class PendingRequests {
  private final ArrayDeque<Pending> asked = new ArrayDeque<>();

  synchronized void add(Pending question) {
    asked.add(question);
  }

  synchronized boolean isEmpty() {
    return first() == null;
  }

  /** The one that is being answered; null if there is none. */
  synchronized Pending first() {
    while (asked.peek() instanceof Pending.CopyEnd) {
      asked.poll();
    }
    return asked.peek();
  }

  synchronized void answered() {
    first();
    asked.poll();
  }

  /** After an error: leaves out what the server leaves out. */
  synchronized void skipToSync() {
    while (!asked.isEmpty() && !(asked.peek() instanceof Pending.Sync)) {
      asked.poll();
    }
  }

  /**
   * Data is copied to the server: until the client has sent it all, no Sync is answered.
   *
   * @return whether the client has sent it all
   */
  synchronized boolean copyBegins() {
    Iterator<Pending> all = asked.iterator();
    while (all.hasNext()) {
      Pending each = all.next();
      if (each instanceof Pending.CopyEnd) {
        return true;
      } else if (each instanceof Pending.Sync) {
        all.remove();
      }
    }
    return false;
  }
}
