package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import java.util.List;

/**
 * Mini-transactions (Wei et al.): every write follows a read of its key, and there are at most two
 * keys. Shapes in letters: reads of the keys x and y, capitals write them.
 */
final class MiniClient implements Client {
  private static final List<String> READS = List.of("x", "xy");
  private static final List<String> UPDATES =
      List.of("xX", "xyX", "xXy", "xyY", "xXyY", "xyXY", "xyYX");

  private final Draw draw;

  MiniClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    List<String> shapes = draw.isRead() ? READS : UPDATES;
    String shape = shapes.get(draw.below(shapes.size()));
    int x = draw.key();
    int y = draw.otherKey(x);
    for (int i = 0; i < shape.length(); i++) {
      draw.pause();
      char letter = shape.charAt(i);
      int key = Character.toLowerCase(letter) == 'x' ? x : y;
      if (Character.isUpperCase(letter)) {
        session.write(key, draw.value());
      } else {
        session.read(key);
      }
    }
  }
}
