package dev.isogauge.history;

import java.util.List;

/**
 * Sees to it that a key is a list everywhere or nowhere. Nil read of a list is the empty list, and
 * so it is where a history has lists and nothing else is known of the key.
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
    boolean[] isPlain = new boolean[isList.length];
    for (int b = 0; b < keyIds.length; b++) {
      RawBlock block = blocks.get(b);
      for (int i = 0; i < block.operationCount(); i++) {
        int key = keyIds[b][block.localKey(i)];
        isList[key] |= block.isAppend(i) || block.isListRead(i);
        isPlain[key] |=
            block.kind(i) == RawBlock.WRITE
                || (block.kind(i) == RawBlock.READ && block.value(i) != Atoms.NIL);
      }
    }
    for (int key = 0; key < isList.length; key++) {
      isList[key] |= !isPlain[key];
    }
    for (int b = 0; b < keyIds.length; b++) {
      RawBlock block = blocks.get(b);
      for (int run = 0; run < block.runCount(); run++) {
        for (int i = block.runBegin(run); i < block.runEnd(run); i++) {
          if (isList[keyIds[b][block.localKey(i)]]) {
            settle(block, run, i);
          }
        }
      }
    }
  }

  private static void settle(RawBlock block, int run, int operation) {
    byte kind = block.kind(operation);
    if (kind == RawBlock.READ && block.value(operation) == Atoms.NIL) {
      block.readEmptyList(operation);
    } else if (kind == RawBlock.READ || kind == RawBlock.WRITE) {
      throw new HistoryException(
          block.line(run),
          "a key is a list elsewhere and has a plain value here; expected only appends and reads of"
              + " lists");
    }
  }
}
