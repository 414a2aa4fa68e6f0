package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Adds events to a block, and the transactions that they make. What an invocation says is passed
 * over until it is needed: where the operation failed or the client never learned, for otherwise
 * the completion says more.
 */
abstract class EventParser extends ValueParser {
  final EventBlock block;
  private final Long2ObjectOpenHashMap<ProcessState> processes = new Long2ObjectOpenHashMap<>();

  // The current event.
  OperationType event;
  Function function;
  long process;
  long time;
  long index;
  int eventLine;

  /** Where its value stands; not set if it has none. */
  private final Place value = new Place();

  EventParser(byte[] buffer, int end, Atoms atoms, EventBlock block) {
    super(buffer, end, atoms);
    this.block = block;
  }

  /** What the part has shown of a process; {@link #invocation} is its operation under way. */
  private static final class ProcessState {
    private int invocation;
    private boolean isOpen;
    private Function function;
    private final Place value = new Place();
  }

  final void beginEvent() {
    event = null;
    function = Function.TRANSACTION;
    process = Atoms.NO_NAME;
    time = EventBlock.MISSING;
    index = EventBlock.MISSING;
    eventLine = line;
    value.clear();
  }

  /** Keeps the place of the event's value, which begins here, for {@link #endEvent}. */
  final void valueStandsHere() {
    save(value);
  }

  /** Adds the operations of a successful event, whose value stands here, before the event ends. */
  final void operationsOfSuccess() {
    block.transactions.transaction(process, Atoms.NO_NAME, Outcome.COMMITTED, eventLine);
    operations(function, true, block.transactions);
  }

  /**
   * Adds the event.
   *
   * @param hasOperations whether {@link #operationsOfSuccess} was called
   */
  final void endEvent(boolean hasOperations) {
    if (event == OperationType.FAILED && function == Function.COMPARE_AND_SET) {
      event = OperationType.LEFT_OUT;
    }
    int number = block.add(event, process, time, index, eventLine);
    ProcessState state = processes.get(process);
    boolean isSeen = state != null;
    if (!isSeen) {
      state = new ProcessState();
      processes.put(process, state);
    }
    switch (event) {
      case INVOKED -> invoke(number, state);
      case OK -> {
        if (!hasOperations) {
          addOperations(block.transactions, Outcome.COMMITTED, function, value);
        }
        block.takesTransaction(number);
      }
      case FAILED, UNKNOWN -> complete(number, state, isSeen);
      case LEFT_OUT -> {}
    }
    state.isOpen = event == OperationType.INVOKED;
  }

  private void invoke(int number, ProcessState state) {
    if (state.isOpen) {
      addInvocation(state, block.transactions, Outcome.INDETERMINATE);
      block.takesTransaction(state.invocation);
    }
    state.invocation = number;
    state.function = function;
    state.value.set(value);
  }

  private void complete(int number, ProcessState state, boolean isSeen) {
    Outcome outcome = event == OperationType.FAILED ? Outcome.ABORTED : Outcome.INDETERMINATE;
    if (state.isOpen) {
      addInvocation(state, block.transactions, outcome);
      block.takesTransaction(number);
    } else if (isSeen) {
      // There is no invocation: the process was between two operations.
      addOperations(block.transactions, outcome, function, value);
      block.takesTransaction(number);
    } else {
      addEdge(number, block.leading, outcome, function, value);
    }
  }

  /** Keeps what the operations under way say, as their completion may not. */
  final void endBlock() {
    for (ProcessState state : processes.values()) {
      if (state.isOpen) {
        process = block.process(state.invocation);
        eventLine = block.lineInBlock(state.invocation);
        addEdge(
            state.invocation, block.trailing, Outcome.INDETERMINATE, state.function, state.value);
      }
    }
  }

  /** Whether the transaction is needed, and so its faults, is a matter of the other parts. */
  private void addEdge(int number, RawBlock edge, Outcome outcome, Function of, Place place) {
    Place behind = new Place();
    save(behind);
    try {
      addOperations(edge, outcome, of, place);
    } catch (ParseFault fault) {
      block.edgeHasFault(number, fault);
      moveTo(behind);
    }
    block.takesEdge(number, edge);
  }

  private void addInvocation(ProcessState state, RawBlock target, Outcome outcome) {
    int currentLine = eventLine;
    eventLine = block.lineInBlock(state.invocation);
    addOperations(target, outcome, state.function, state.value);
    eventLine = currentLine;
  }

  private void addOperations(RawBlock target, Outcome outcome, Function of, Place place) {
    boolean isKnown = outcome == Outcome.COMMITTED;
    target.transaction(process, Atoms.NO_NAME, outcome, eventLine);
    if (!place.isSet()) {
      if (isKnown) {
        throw faultAt(
            position - 1, "found an operation without a value; expected what it read and wrote");
      }
      return;
    }
    Place behind = new Place();
    save(behind);
    moveTo(place);
    operations(of, isKnown, target);
    moveTo(behind);
  }
}
