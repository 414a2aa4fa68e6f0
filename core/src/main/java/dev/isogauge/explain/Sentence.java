package dev.isogauge.explain;

import java.util.List;
import java.util.Optional;

/**
 * One sentence of an explanation and what it is about.
 *
 * @param text the sentence
 * @param isContradiction whether it contradicts what is said before it
 * @param caseNumber the case it belongs to, such as 2.1, where an argument goes by cases
 * @param marks the parts of the sentence that are about something, in the order of their
 *     beginnings, outer ones first; they nest and never cross
 */
public record Sentence(
    String text, boolean isContradiction, Optional<String> caseNumber, List<Mark> marks) {
  public Sentence {
    marks = List.copyOf(marks);
  }

  /**
   * A part of a sentence.
   *
   * @param start the index of its first character
   * @param end the index after its last one
   */
  public record Mark(int start, int end, Subject subject) {}
}
