package dev.isogauge.solver;

import java.util.Arrays;

/**
 * Variables by how often they took part in recent conflicts, the most active first; those as active
 * as one another by their places.
 */
final class ActivityHeap {
  private static final double TOO_MUCH = 1e100;

  private double[] activity = new double[16];
  private int[] place = new int[16];

  /** By variable: its index in the heap, -1 if it is not in it. */
  private int[] index = new int[16];

  private int[] heap = new int[16];
  private int size;
  private int count;
  private double step = 1;

  void addVariable() {
    if (count == activity.length) {
      activity = Arrays.copyOf(activity, 2 * count);
      place = Arrays.copyOf(place, 2 * count);
      index = Arrays.copyOf(index, 2 * count);
      heap = Arrays.copyOf(heap, 2 * count);
    }
    index[count] = -1;
    place[count] = Integer.MAX_VALUE;
    insert(count++);
  }

  /** Gives a variable its place, which counts once the variables are sorted again. */
  void setPlace(int variable, int newPlace) {
    place[variable] = newPlace;
  }

  /** Brings the variables into the order of their new places. */
  void sort() {
    for (int i = size / 2 - 1; i >= 0; i--) {
      down(i);
    }
  }

  private boolean isFirst(int left, int right) {
    return activity[left] > activity[right]
        || (activity[left] == activity[right] && place[left] < place[right]);
  }

  boolean isEmpty() {
    return size == 0;
  }

  void insert(int variable) {
    if (index[variable] < 0) {
      heap[size] = variable;
      index[variable] = size;
      up(size++);
    }
  }

  int removeMostActive() {
    int top = heap[0];
    index[top] = -1;
    int last = heap[--size];
    if (size > 0) {
      heap[0] = last;
      index[last] = 0;
      down(0);
    }
    return top;
  }

  void bump(int variable) {
    activity[variable] += step;
    if (activity[variable] > TOO_MUCH) {
      for (int v = 0; v < count; v++) {
        activity[v] /= TOO_MUCH;
      }
      step /= TOO_MUCH;
    }
    if (index[variable] >= 0) {
      up(index[variable]);
    }
  }

  /** Lets what was bumped until now count less. */
  void decay() {
    step /= 0.95;
  }

  private void up(int start) {
    int i = start;
    int variable = heap[i];
    while (i > 0 && isFirst(variable, heap[(i - 1) / 2])) {
      heap[i] = heap[(i - 1) / 2];
      index[heap[i]] = i;
      i = (i - 1) / 2;
    }
    heap[i] = variable;
    index[variable] = i;
  }

  private void down(int start) {
    int i = start;
    int variable = heap[i];
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && isFirst(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isFirst(heap[child], variable)) {
        break;
      }
      heap[i] = heap[child];
      index[heap[i]] = i;
      i = child;
    }
    heap[i] = variable;
    index[variable] = i;
  }
}
