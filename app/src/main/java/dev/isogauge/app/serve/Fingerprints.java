package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.HashCommon;

/**
 * What the transactions of a batch are known by when they are sent again, and a digest of each
 * one's content. A transaction is known by its session and its number there; without a number by
 * its session and name, where names that end in a counter lie side by side. Without both it cannot
 * be recognised. All of it is made of texts and integers, not of symbols, so it means the same in
 * every batch.
 */
final class Fingerprints {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /** Keeps sessions apart from names in sessions. */
  private static final long NAMES = 0x5851F42D4C957F2DL;

  private static final int LONGEST_COUNTER = 17;

  private final Atoms atoms;
  private final long[] symbols;
  private final long[] sessions;
  private final boolean[] known;
  private final long[] timelines;
  private final long[] numbers;
  private final long[] digests;
  private final long[] lines;
  private int count;

  private Fingerprints(ParsedBatch batch) {
    atoms = batch.atoms();
    symbols = new long[atoms.symbolCount()];
    sessions = new long[batch.transactions()];
    known = new boolean[batch.transactions()];
    timelines = new long[batch.transactions()];
    numbers = new long[batch.transactions()];
    digests = new long[batch.transactions()];
    lines = new long[batch.transactions()];
    batch.blocks().forEach(this::add);
  }

  /** Those of a batch that has its own atoms still. */
  static Fingerprints of(ParsedBatch batch) {
    return new Fingerprints(batch);
  }

  int count() {
    return count;
  }

  /** What stands for the session of a transaction. */
  long session(int transaction) {
    return sessions[transaction];
  }

  /** Whether a transaction can be recognised. */
  boolean isKnown(int transaction) {
    return known[transaction];
  }

  long timeline(int transaction) {
    return timelines[transaction];
  }

  long number(int transaction) {
    return numbers[transaction];
  }

  /** Orders two by timeline and number, then as they are in the batch. */
  int compare(int one, int other) {
    int order = Long.compare(timelines[one], timelines[other]);
    order = order != 0 ? order : Long.compare(numbers[one], numbers[other]);
    return order != 0 ? order : Integer.compare(one, other);
  }

  boolean isSameNumber(int one, int other) {
    return timelines[one] == timelines[other] && numbers[one] == numbers[other];
  }

  boolean isNextNumber(int one, int other) {
    return timelines[one] == timelines[other] && numbers[one] + 1 == numbers[other];
  }

  long digest(int transaction) {
    return digests[transaction];
  }

  long line(int transaction) {
    return lines[transaction];
  }

  private void add(RawBlock block) {
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      identify(block, fragment);
      digests[count] = digest(block, fragment);
      lines[count] = block.line(fragment);
      count++;
    }
  }

  private void identify(RawBlock block, int fragment) {
    long session = value(block.session(fragment));
    sessions[count] = session;
    long number = block.metadata().number(fragment);
    long name = block.name(fragment);
    if (number != RawBlock.NO_NUMBER) {
      identify(HashCommon.mix(session), number);
    } else if (name != Atoms.NO_NAME) {
      long names = mixed(session, NAMES);
      if (isSymbol(name)) {
        String token = atoms.token(name);
        int counter = counter(token);
        long prefix = mixed(names, hash(token, counter));
        identify(
            prefix,
            counter == token.length() ? -1 : Long.parseLong(token, counter, token.length(), 10));
      } else {
        identify(names, name);
      }
    }
  }

  private void identify(long timeline, long number) {
    known[count] = true;
    timelines[count] = timeline;
    numbers[count] = number;
  }

  /** Where the number begins that a token ends with; its length if there is none. */
  private static int counter(String token) {
    int begin = token.length();
    for (int i = token.length() - 1; i >= 0 && token.length() - i <= LONGEST_COUNTER; i--) {
      char c = token.charAt(i);
      if (c < '0' || c > '9') {
        break;
      }
      // No leading zero, so that T01 is not T1.
      begin = c != '0' || i == token.length() - 1 ? i : begin;
    }
    return begin;
  }

  private long digest(RawBlock block, int fragment) {
    FragmentMetadata metadata = block.metadata();
    long hash = mixed(block.outcome(fragment).ordinal(), value(block.name(fragment)));
    hash = mixed(hash, metadata.start(fragment));
    hash = mixed(hash, metadata.commit(fragment));
    hash = mixed(hash, metadata.startLogical(fragment));
    hash = mixed(hash, metadata.commitLogical(fragment));
    hash = mixed(hash, metadata.begin(fragment));
    hash = mixed(hash, metadata.end(fragment));
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      hash = mixed(hash, value(block.key(i)));
      if (block.isUnknownRead(i)) {
        hash = mixed(hash, 1);
      } else if (block.isListRead(i)) {
        hash = mixed(hash, 2 + 8L * block.listSize(i));
        for (int e = 0; e < block.listSize(i); e++) {
          hash = mixed(hash, value(block.listElement(i, e)));
        }
      } else {
        hash = mixed(hash, block.isAppend(i) ? 3 : block.isWrite(i) ? 4 : 5);
        hash = mixed(hash, value(block.value(i)));
      }
    }
    return HashCommon.mix(hash);
  }

  /** One step of a hash: for a given hash no two values have the same result. */
  private static long mixed(long hash, long value) {
    long product = (hash ^ value) * FACTOR;
    return product ^ product >>> 32;
  }

  /** An integer as it is, a hash of any other atom. */
  private long value(long atom) {
    if (!isSymbol(atom)) {
      return atom;
    }
    int number = (int) (atom - Long.MIN_VALUE);
    if (symbols[number] == 0) {
      String token = atoms.token(atom);
      symbols[number] = hash(token, token.length());
    }
    return symbols[number];
  }

  private boolean isSymbol(long atom) {
    return atom < Long.MIN_VALUE + symbols.length;
  }

  private static long hash(String token, int length) {
    long hash = length;
    for (int i = 0; i < length; i++) {
      hash = mixed(hash, token.charAt(i));
    }
    return HashCommon.mix(hash);
  }
}
