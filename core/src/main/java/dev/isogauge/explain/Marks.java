package dev.isogauge.explain;

import dev.isogauge.explain.Sentence.Mark;
import dev.isogauge.text.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Marks in sentences that are being made: which part is about what. Stories put sentences together
 * from strings, so a mark is text too: the number of its subject between control characters, which
 * no name contains ({@link dev.isogauge.text.Printable} writes them as escapes). Marks are taken
 * out when a sentence is complete.
 */
final class Marks {
  private static final char NUMBER = '\u0001';
  private static final char BEGIN = '\u0002';
  private static final char END = '\u0003';

  private final List<Subject> subjects = new ArrayList<>();

  /** The text with a mark around it. */
  String on(Subject subject, String text) {
    subjects.add(subject);
    return NUMBER + Integer.toString(subjects.size() - 1) + BEGIN + text + END;
  }

  /** As {@link Words#capital}, for a sentence that may begin with marks. */
  static String capital(String marked) {
    int first = 0;
    while (first < marked.length() && marked.charAt(first) == NUMBER) {
      first = marked.indexOf(BEGIN, first) + 1;
    }
    return marked.substring(0, first) + Words.capital(marked.substring(first));
  }

  /** The text without its marks. */
  static String plain(String marked) {
    if (marked.indexOf(NUMBER) < 0) {
      return marked;
    }
    StringBuilder text = new StringBuilder(marked.length());
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      if (c == NUMBER) {
        i = marked.indexOf(BEGIN, i);
      } else if (c != END) {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** The marks, placed in the text without them. */
  List<Mark> of(String marked) {
    List<Mark> marks = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    int length = 0;
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      if (c == NUMBER) {
        int begin = marked.indexOf(BEGIN, i);
        open.push(marks.size());
        marks.add(new Mark(length, 0, subjects.get(Integer.parseInt(marked, i + 1, begin, 10))));
        i = begin;
      } else if (c == END) {
        Mark begun = marks.get(open.peek());
        marks.set(open.pop(), new Mark(begun.start(), length, begun.subject()));
      } else {
        length++;
      }
    }
    return marks;
  }
}
