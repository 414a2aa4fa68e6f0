package dev.isogauge.format.jepsen;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;

/** Parses what an operation of a Jepsen history read and wrote: its function and its value. */
abstract class ValueParser extends ClosedPredicateParser {
  /** The functions that are known by name. */
  enum Function {
    TRANSACTION,
    READ,
    WRITE,
    COMPARE_AND_SET,
    /** Of Elle's workload with predicates. */
    INITIALIZATION,
    OTHER
  }

  private static final String MICRO_OPERATIONS =
      "a vector of micro-operations: [[:append 5 1] [:r 5 [1]]] or [[:w 5 1] [:r 5 1]]";
  private static final String MICRO_OPERATION = "a micro-operation: [:append 5 1] or [:r 5 nil]";
  private static final String SWAP = "the values of a compare-and-set: [old new]";
  private static final String KINDS = ":r, :w, :append, :insert, :delete or :rp";

  /** The key of histories that have one register and no name for it. */
  private final long register;

  /** Where a sequence begins while it is looked into. */
  private final Place sequence = new Place();

  ValueParser(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
    register = atoms.text("register");
  }

  static Function function(String name) {
    return switch (name) {
      case "txn" -> Function.TRANSACTION;
      case "read", "r" -> Function.READ;
      case "write", "w" -> Function.WRITE;
      case "cas" -> Function.COMPARE_AND_SET;
      case "init" -> Function.INITIALIZATION;
      default -> Function.OTHER;
    };
  }

  /**
   * Adds the operations of the value that stands here to a block.
   *
   * @param isKnown whether the operation is known to have happened; if not, a read of nil has no
   *     result
   */
  final void operations(Function function, boolean isKnown, RawBlock block) {
    byte first = peek();
    if (!isKnown && function == Function.TRANSACTION && !opensSequence(first)) {
      // Some clients put an error in place of the value.
      skipValue();
    } else if (!isKnown && isRegister(function) && !opensSequence(first)) {
      unknownOperations(function, block);
    } else if (isMicroOperations(first, function)) {
      microOperations(isKnown, block);
    } else {
      switch (function) {
        case READ -> registerOperation(true, isKnown, block);
        case WRITE -> registerOperation(false, isKnown, block);
        case COMPARE_AND_SET -> compareAndSet(block);
        case TRANSACTION -> throw fault(MICRO_OPERATIONS);
        case INITIALIZATION -> initialState(block);
        default -> throw fault(MICRO_OPERATIONS + ", or :f :read, :write or :cas");
      }
    }
  }

  static boolean isRegister(Function function) {
    return function == Function.READ
        || function == Function.WRITE
        || function == Function.COMPARE_AND_SET;
  }

  /** Of what may not have happened, nil and :timed-out stand for no value. */
  private void unknownOperations(Function function, RawBlock block) {
    boolean isTimeout = passToken(":timed-out");
    long value = isTimeout ? Atoms.NIL : scalar("a value");
    if (function == Function.READ) {
      readOf(register, value, false, block);
    } else if (function == Function.WRITE && value != Atoms.NIL) {
      block.write(register, value);
    }
  }

  private boolean isMicroOperations(byte first, Function function) {
    if (!opensSequence(first)) {
      return false;
    }
    save(sequence);
    byte close = enterSequence(MICRO_OPERATIONS);
    byte second = peek();
    moveTo(sequence);
    return opensSequence(second)
        || function == Function.TRANSACTION
        || (second == close && function == Function.OTHER);
  }

  private void microOperations(boolean isKnown, RawBlock block) {
    byte close = enterSequence(MICRO_OPERATIONS);
    while (hasMore(close)) {
      microOperation(isKnown, block);
    }
  }

  private void microOperation(boolean isKnown, RawBlock block) {
    byte close = enterSequence(MICRO_OPERATION);
    byte kind = kind();
    if (kind == 'p') {
      predicateRead(close, isKnown, block);
    } else {
      keyOperation(kind, key(), close, isKnown, block);
    }
    if (hasMore(close)) {
      throw fault("'" + (char) close + "' at the end of a micro-operation");
    }
  }

  private void keyOperation(byte kind, long key, byte close, boolean isKnown, RawBlock block) {
    switch (kind) {
      case 'r' -> readOf(key, close, isKnown, block);
      case 'w', 'i' -> block.write(key, scalar("the value written"));
      case 'd' -> {
        block.delete(key);
        if (peek() != close) {
          scalar("nil");
        }
      }
      default -> block.append(key, scalar("the value appended"));
    }
  }

  /** Reads the kind of a micro-operation; its first letter is enough, p for :rp. */
  private byte kind() {
    peek();
    if (passToken(":r")) {
      return 'r';
    }
    if (passToken(":append")) {
      return 'a';
    }
    if (passToken(":w")) {
      return 'w';
    }
    int begin = position;
    String word = word(KINDS);
    switch (word) {
      case "r", "w", "append", "insert", "delete" -> {
        return (byte) word.charAt(0);
      }
      case "rp" -> {
        return 'p';
      }
      default -> {
        position = begin;
        throw fault(KINDS);
      }
    }
  }

  private long key() {
    peek();
    int begin = position;
    long key = scalar("a key");
    if (key == Atoms.NIL) {
      position = begin;
      throw fault("a key");
    }
    return key;
  }

  private void readOf(long key, byte close, boolean isKnown, RawBlock block) {
    byte first = peek();
    if (first == close) {
      readOf(key, Atoms.NIL, isKnown, block);
    } else if (opensSequence(first)) {
      block.readList(key);
      elements(enterSequence("a list"), block);
    } else {
      readOf(key, scalar("the value read"), isKnown, block);
    }
  }

  private void elements(byte close, RawBlock block) {
    do {
      // Nearly all elements are short integers behind one blank each.
      long element = plainInteger();
      while (element >= 0) {
        block.element(element);
        element = plainInteger();
      }
      if (!hasMore(close)) {
        return;
      }
      block.element(scalar("an element of the list"));
    } while (true);
  }

  private static void readOf(long key, long value, boolean isKnown, RawBlock block) {
    if (value == Atoms.NIL && !isKnown) {
      block.readUnknown(key);
    } else {
      block.read(key, value);
    }
  }

  /** A read or write of one register, or of one of several as {@code [key value]}. */
  private void registerOperation(boolean isRead, boolean isKnown, RawBlock block) {
    long key = register;
    byte close = 0;
    if (opensSequence(peek())) {
      close = enterSequence("a value");
      key = key();
    }
    long value = scalar("a value or [key value]");
    if (isRead) {
      readOf(key, value, isKnown, block);
    } else {
      block.write(key, value);
    }
    if (close != 0 && hasMore(close)) {
      throw fault("'" + (char) close + "' behind [key value");
    }
  }

  /** {@code [old new]}, or {@code [key [old new]]} where there are several registers. */
  private void compareAndSet(RawBlock block) {
    byte close = enterSequence(SWAP);
    long first = scalar(SWAP);
    if (opensSequence(peek())) {
      if (first == Atoms.NIL) {
        throw fault(SWAP);
      }
      byte inner = enterSequence(SWAP);
      block.read(first, scalar(SWAP));
      block.write(first, scalar(SWAP));
      if (hasMore(inner)) {
        throw fault("'" + (char) inner + "' behind [old new");
      }
    } else {
      block.read(register, first);
      block.write(register, scalar(SWAP));
    }
    if (hasMore(close)) {
      throw fault("'" + (char) close + "' behind [old new");
    }
  }
}
