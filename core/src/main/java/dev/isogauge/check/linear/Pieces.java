package dev.isogauge.check.linear;

import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges real time in and between the pieces of a register. A piece begins with a plain write (the
 * first piece with the initial value), and its operations follow one another immediately in every
 * linearization, in the order given; only reads of one value could change places, and they stand by
 * begin, which is as good as any order.
 *
 * <ol>
 *   <li>Within a piece nothing may end before something earlier in it begins.
 *   <li>Piece A must come before B if something in A ends before something in B begins, that is, if
 *       A's first end is before B's last begin: f(A) &lt; s(B). The register is linearizable if
 *       this relation, with the initial piece before all others, has no cycle.
 *   <li>A shortest cycle has two pieces. For let A, B, C follow one another in a longer one. Either
 *       f(A) &lt; s(C), so that B can be left out, or f(B) &lt; s(C) &le; f(A); and f cannot become
 *       smaller all the way around.
 *   <li>A piece with f &lt; s cannot be passed by others between f and s; call it closed, the
 *       others open. Two closed pieces contradict each other if their intervals [f, s] overlap, a
 *       closed and an open one if f &lt; s' &le; f' &lt; s, two open ones never. In the order of
 *       min(f, s), open ones first where that is equal, only the last closed piece before need be
 *       compared, as earlier ones end before it begins.
 *   <li>That order is the linearization: let f(A) &lt; s(B) and no contradiction, so s(A) &le;
 *       f(B). If B is open, min(f(A), s(A)) &le; f(A) &lt; s(B). If B is closed, it is &le; s(A)
 *       &le; f(B), and where they are equal A is open.
 * </ol>
 */
final class Pieces {
  private final Register register;
  private final int[] order;

  /** By piece: where it begins in the order; it ends where the next begins. */
  private final int[] begins;

  /** By piece: the place of what ends first, and of what begins last. The initial may be empty. */
  private final int[] endsFirst;

  private final int[] beginsLast;

  Pieces(Register register, int[] order, int[] begins) {
    this.register = register;
    this.order = order;
    this.begins = begins;
    this.endsFirst = new int[begins.length];
    this.beginsLast = new int[begins.length];
  }

  KeyVerdict judge() {
    // Step 1.
    for (int piece = 0; piece < begins.length; piece++) {
      int early = measure(piece);
      if (early >= 0) {
        return backwards(early);
      }
    }
    // Step 2: the initial piece.
    if (end(0) > begins[0]) {
      long latest = register.begin(order[beginsLast[0]]);
      for (int piece = 1; piece < begins.length; piece++) {
        if (firstEnd(piece) < latest) {
          return entangled(0, piece);
        }
      }
    }
    // Step 4.
    int[] sorted = new int[begins.length - 1];
    for (int p = 0; p < sorted.length; p++) {
      sorted[p] = p + 1;
    }
    IntArrays.mergeSort(sorted, this::compare);
    int closed = -1;
    for (int piece : sorted) {
      if (closed >= 0 && firstEnd(piece) < lastBegin(closed)) {
        return entangled(closed, piece);
      }
      closed = isClosed(piece) ? piece : closed;
    }
    // Step 5.
    return linearization(sorted);
  }

  /** Finds the piece's first end and last begin; returns the place of what ended too early. */
  private int measure(int piece) {
    int first = begins[piece];
    int last = begins[piece];
    for (int place = begins[piece]; place < end(piece); place++) {
      int i = order[place];
      if (register.end(i) < register.begin(order[last])) {
        return place;
      }
      first = register.end(i) < register.end(order[first]) ? place : first;
      last = register.begin(i) > register.begin(order[last]) ? place : last;
    }
    endsFirst[piece] = first;
    beginsLast[piece] = last;
    return -1;
  }

  private int end(int piece) {
    return piece + 1 < begins.length ? begins[piece + 1] : order.length;
  }

  private long firstEnd(int piece) {
    return register.end(order[endsFirst[piece]]);
  }

  private long lastBegin(int piece) {
    return register.begin(order[beginsLast[piece]]);
  }

  private boolean isClosed(int piece) {
    return firstEnd(piece) < lastBegin(piece);
  }

  private int compare(int left, int right) {
    int byTime =
        Long.compare(
            Math.min(firstEnd(left), lastBegin(left)), Math.min(firstEnd(right), lastBegin(right)));
    return byTime != 0 ? byTime : Boolean.compare(isClosed(left), isClosed(right));
  }

  private KeyVerdict backwards(int place) {
    int before = place - 1;
    while (register.begin(order[before]) <= register.end(order[place])) {
      before--;
    }
    return KeyVerdict.faulty(LinearFault.BACKWARDS, register, path(before, place), List.of());
  }

  private KeyVerdict entangled(int first, int second) {
    List<Integer> members = members(first);
    if (first == 0) {
      members = path(begins[0], beginsLast[0]);
      if (register.isPureRead(order[begins[0]]) && beginsLast[0] != begins[0]) {
        members.remove(0);
      }
      members.add(0, History.INITIAL);
    }
    return KeyVerdict.faulty(LinearFault.ENTANGLED, register, members, members(second));
  }

  private List<Integer> members(int piece) {
    int one = endsFirst[piece];
    int other = beginsLast[piece];
    return path(Math.min(one, other), Math.max(one, other));
  }

  /** The operations at two places and the writes between them. */
  private List<Integer> path(int from, int to) {
    List<Integer> path = new ArrayList<>();
    for (int place = from; place <= to; place++) {
      if (place == from || place == to || !register.isPureRead(order[place])) {
        path.add(register.transaction(order[place]));
      }
    }
    return path;
  }

  private KeyVerdict linearization(int[] sorted) {
    int[] transactions = new int[order.length];
    int size = end(0);
    for (int place = 0; place < size; place++) {
      transactions[place] = register.transaction(order[place]);
    }
    for (int piece : sorted) {
      for (int place = begins[piece]; place < end(piece); place++) {
        transactions[size++] = register.transaction(order[place]);
      }
    }
    return new KeyVerdict.Linearizable(transactions);
  }
}
