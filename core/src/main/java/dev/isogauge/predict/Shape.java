package dev.isogauge.predict;

import java.util.List;

/**
 * Recorded transactions with the same steps on other keys.
 *
 * @param name what they are called without their numbers, else a letter
 * @param steps in words
 * @param recorded how many transactions there are
 * @param programs those that differ in their keys
 */
record Shape(String name, List<String> steps, int recorded, List<Program> programs) {
  Shape {
    steps = List.copyOf(steps);
    programs = List.copyOf(programs);
  }

  /** Its name, how often it was recorded, and what it does. */
  @Override
  public String toString() {
    return name + " (" + recorded + "): " + String.join(", ", steps);
  }
}
