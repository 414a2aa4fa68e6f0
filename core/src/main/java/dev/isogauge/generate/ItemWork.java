package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/** Reads and writes of single keys, which hold values or lists. */
final class ItemWork extends Work {
  /** How often a writer looks for a key that it can have; after that it reads. */
  private static final int MOST_KEYS_TRIED = 20;

  /** Whether keys hold lists; of these, what is written is the number of own appends. */
  private final boolean lists;

  /** Values written or read; of a list that was read, the length without own appends. */
  private long[] values = {};

  ItemWork(int session, SimulatedClient.Shared shared, TransactionPlan plan) {
    super(session, shared, plan);
    this.lists = shared.spec().model() == DataModel.LIST_APPEND;
  }

  @Override
  void begin() {
    super.begin();
    if (plan.length() > values.length) {
      values = Arrays.copyOf(values, 2 * plan.length());
    }
  }

  @Override
  void operate(int operation) {
    if (plan.isWrite(operation)) {
      claimKey(operation);
    }
    int key = plan.key(operation);
    if (plan.isWrite(operation)) {
      long value = shared.recorder().newValue(key);
      values[operation] = value;
      written.put(key, lists ? written.get(key) + 1 : value);
    } else {
      long own = written.get(key);
      boolean isOwn = !lists && own != Store.INITIAL_VALUE;
      values[operation] = isOwn ? own : shared.store().read(session, key);
    }
  }

  /** Takes another key for one that the store does not let this session write now. */
  private void claimKey(int operation) {
    for (int tried = 0; tried < MOST_KEYS_TRIED; tried++) {
      if (shared.store().claim(session, plan.key(operation))) {
        return;
      }
      plan.setKey(operation, shared.planner().drawKey());
    }
    plan.makeRead(operation);
  }

  @Override
  boolean commit() {
    return lists ? commitLists() : super.commit();
  }

  private boolean commitLists() {
    for (Int2LongMap.Entry appends : Int2LongMaps.fastIterable(written)) {
      appends.setValue(shared.store().read(session, appends.getIntKey()) + appends.getLongValue());
    }
    if (!shared.store().commit(session, written)) {
      return false;
    }
    for (int i = 0; i < plan.length(); i++) {
      if (plan.isWrite(i)) {
        shared.log().append(plan.key(i), values[i]);
      }
    }
    return true;
  }

  @Override
  void record() {
    for (int i = 0; i < plan.length(); i++) {
      if (lists) {
        recordOnList(i);
      } else if (plan.isWrite(i)) {
        shared.recorder().write(plan.key(i), values[i]);
      } else {
        shared.recorder().read(plan.key(i), values[i]);
      }
    }
  }

  private void recordOnList(int operation) {
    int key = plan.key(operation);
    if (plan.isWrite(operation)) {
      shared.recorder().append(key, values[operation]);
      return;
    }
    LongArrayList own = new LongArrayList();
    for (int i = 0; i < operation; i++) {
      if (plan.isWrite(i) && plan.key(i) == key) {
        own.add(values[i]);
      }
    }
    shared.recorder().readList(key);
    shared.recorder().elements(shared.log().of(key), (int) values[operation]);
    shared.recorder().elements(own, own.size());
  }
}
