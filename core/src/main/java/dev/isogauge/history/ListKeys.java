package dev.isogauge.history;

import java.util.Arrays;
import java.util.List;

/**
 * Makes sure that a key is a list everywhere or nowhere. Nil read from a list is the empty list. In
 * a history without plain values so is nil read from a key of which nothing else is known.
 */
final class ListKeys {
  private final List<RawBlock> blocks;
  private final int[][] keyIds;
  private final boolean[] isList;

  ListKeys(List<RawBlock> blocks, int[][] keyIds, int keys) {
    this.blocks = blocks;
    this.keyIds = keyIds;
    this.isList = new boolean[keys];
  }

  void settle() {
    boolean anyPlain = blocks.stream().anyMatch(RawBlock::hasPredicates);
    for (int b = 0; b < keyIds.length; b++) {
      RawBlock block = blocks.get(b);
      for (int i = 0; i < block.operationCount(); i++) {
        isList[keyIds[b][block.localKey(i)]] |= block.isAppend(i) || block.isListRead(i);
        anyPlain |=
            block.kind(i) == RawBlock.WRITE
                || (block.kind(i) == RawBlock.READ && block.value(i) != Atoms.NIL);
      }
    }
    if (!anyPlain) {
      Arrays.fill(isList, true);
    }
    for (int b = 0; b < keyIds.length; b++) {
      RawBlock block = blocks.get(b);
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
          if (isList[keyIds[b][block.localKey(i)]]) {
            settle(block, fragment, i);
          }
        }
      }
    }
  }

  private static void settle(RawBlock block, int fragment, int operation) {
    byte kind = block.kind(operation);
    if (kind == RawBlock.READ && block.value(operation) == Atoms.NIL) {
      block.readEmptyList(operation);
    } else if (kind == RawBlock.READ || kind == RawBlock.WRITE) {
      throw new HistoryException(
          block.line(fragment),
          "a key is a list elsewhere and has a plain value here; expected only appends and reads of"
              + " lists");
    }
  }
}
