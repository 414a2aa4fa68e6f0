package dev.isogauge.search;

/** What the transactions of a history read, and from whom they may have read it. */
public interface Observations {

  /** How many observations there are. */
  int count();

  /** The operation that is the read. */
  int read(int observation);

  /** The transaction of the read. */
  int reader(int observation);

  /** How many transactions it may have seen. */
  int sourceCount(int observation);

  /** One of them, or {@code History.INITIAL}. */
  int source(int observation, int index);

  /**
   * Whether a transaction may not have happened. Then nothing that is known comes after it, so that
   * it can stand last where it does not happen, and only its own reads depend on whether it does.
   */
  boolean isOptional(int transaction);

  /** Where every read has a known source and every transaction happened. */
  Observations ALL_KNOWN =
      new Observations() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public int read(int observation) {
          throw new IndexOutOfBoundsException(observation);
        }

        @Override
        public int reader(int observation) {
          throw new IndexOutOfBoundsException(observation);
        }

        @Override
        public int sourceCount(int observation) {
          throw new IndexOutOfBoundsException(observation);
        }

        @Override
        public int source(int observation, int index) {
          throw new IndexOutOfBoundsException(observation);
        }

        @Override
        public boolean isOptional(int transaction) {
          return false;
        }
      };
}
