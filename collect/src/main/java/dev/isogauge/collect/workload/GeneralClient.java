package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/** Transactions that only read, only write, or read each key before they write it. */
final class GeneralClient implements Client {
  private final Draw draw;

  GeneralClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int operations = draw.operations();
    switch (draw.kind()) {
      case READ -> {
        for (int i = 0; i < operations; i++) {
          draw.pause();
          session.read(draw.key());
        }
      }
      case WRITE -> {
        for (int i = 0; i < operations; i++) {
          draw.pause();
          session.write(draw.key(), draw.value());
        }
      }
      case READ_MODIFY_WRITE -> {
        for (int i = 0; i < operations; i += 2) {
          int key = draw.key();
          draw.pause();
          session.read(key);
          draw.pause();
          session.write(key, draw.value());
        }
      }
    }
  }
}
