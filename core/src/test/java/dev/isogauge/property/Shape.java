package dev.isogauge.property;

/**
 * What random histories are like.
 *
 * @param repeatedValues one write in that many takes a value that was used before; 0 for none
 * @param faulty one read in that many sees any write at all, even a senseless one; 0 for none
 * @param aborted one transaction in that many aborts; 0 for none
 * @param indeterminate one transaction in that many has an unknown outcome; 0 for none
 * @param realTime whether transactions have times, sometimes overlapping in their session
 * @param named whether reads name the transaction that they read from
 */
record Shape(
    String name,
    int repeatedValues,
    int faulty,
    int aborted,
    int indeterminate,
    boolean realTime,
    boolean named) {
  static final Shape[] ALL = {
    new Shape("unique values", 0, 0, 0, 0, false, false),
    new Shape("faulty reads", 0, 8, 6, 0, false, false),
    new Shape("repeated values", 4, 0, 0, 0, false, false),
    new Shape("repeated and aborted", 5, 12, 4, 0, false, false),
    new Shape("indeterminate", 0, 12, 8, 3, false, false),
    new Shape("indeterminate and repeated", 5, 12, 8, 3, false, false),
    new Shape("real time", 0, 0, 8, 5, true, false),
    new Shape("named writers", 3, 8, 8, 6, false, true),
    new Shape("everything", 4, 8, 6, 5, true, true),
  };

  @Override
  public String toString() {
    return name;
  }
}
