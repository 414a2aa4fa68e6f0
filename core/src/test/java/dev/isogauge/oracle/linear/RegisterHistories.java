package dev.isogauge.oracle.linear;

import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random operations of one register: a run of a true register in which some outcomes and times are
 * then unknown and now and then a value or a time is wrong, so that both verdicts are common.
 */
public final class RegisterHistories {
  private final Random random;

  public RegisterHistories(long seed) {
    random = new Random(seed);
  }

  public List<RegisterOperation> next(int mostOperations) {
    int count = 1 + random.nextInt(mostOperations);
    int values = 2 + random.nextInt(3);
    boolean unique = random.nextInt(3) == 0;
    boolean onlyChains = random.nextInt(3) == 0;
    int spread = 1 + random.nextInt(6);
    int faults = random.nextInt(4) == 0 ? 0 : 2 + random.nextInt(5);
    List<RegisterOperation> operations = new ArrayList<>();
    long value = RegisterOperation.INITIAL;
    for (int i = 0; i < count; i++) {
      int shape = random.nextInt(3);
      Long read = shape == 1 && !onlyChains ? null : (Long) value;
      Long write = shape == 0 ? null : (Long) (unique ? 10L + i : (long) random.nextInt(values));
      Outcome outcome = outcome();
      boolean happens = outcome == Outcome.COMMITTED || random.nextBoolean();
      if (write != null && happens && outcome != Outcome.ABORTED) {
        value = write;
      }
      if (faults > 0 && random.nextInt(faults) == 0 && read != null) {
        read = unique ? (Long) (10L + random.nextInt(count)) : (Long) (long) random.nextInt(values);
      }
      long at = 2L * i;
      long begin = at - random.nextInt(spread);
      long end = at + random.nextInt(spread);
      if (faults > 0 && random.nextInt(2 * faults) == 0) {
        begin = random.nextInt(2 * count);
        end = begin + random.nextInt(spread);
      }
      operations.add(
          new RegisterOperation(
              read,
              write,
              i > 0 && random.nextInt(25) == 0 ? null : (Long) begin,
              random.nextInt(25) == 0 ? null : (Long) end,
              outcome));
    }
    Collections.shuffle(operations, random);
    return operations;
  }

  private Outcome outcome() {
    int dice = random.nextInt(14);
    return dice == 0 ? Outcome.ABORTED : dice < 4 ? Outcome.INDETERMINATE : Outcome.COMMITTED;
  }
}
