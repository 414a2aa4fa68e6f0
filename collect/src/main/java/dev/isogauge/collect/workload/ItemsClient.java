package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/**
 * The mix of items that Emme was measured with: reads, updates, increments, which read a value and
 * then write, and inserts; and deletes, so that there is something to insert.
 */
final class ItemsClient implements Client {
  private final Draw draw;

  ItemsClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int operations = draw.operations();
    for (int i = 0; i < operations; i++) {
      draw.pause();
      int key = draw.place();
      if (draw.isRead()) {
        session.read(key);
      } else {
        change(session, key);
      }
    }
  }

  /** Of twelve changes six update, four increment, one inserts and one deletes. */
  private void change(Session session, int key) throws Failure {
    int choice = draw.below(12);
    if (choice < 6) {
      session.write(key, draw.value());
    } else if (choice < 10) {
      session.read(key);
      draw.pause();
      session.write(key, draw.value());
    } else if (choice == 10) {
      session.insert(key, draw.value());
    } else {
      session.delete(key);
    }
  }
}
