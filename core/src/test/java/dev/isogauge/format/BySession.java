package dev.isogauge.format;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import java.util.List;
import java.util.stream.IntStream;

/** Descriptions of histories that do not depend on the order of sessions in the input. */
public final class BySession {
  private BySession() {}

  /** What the history says, its sessions sorted by name. */
  public static List<String> describe(History history) {
    Atoms atoms = history.atoms();
    RawBlock block = new RawBlock();
    IntStream.range(0, history.sessionCount())
        .boxed()
        .sorted((s, other) -> atoms.compare(history.sessionAtom(s), history.sessionAtom(other)))
        .flatMapToInt(s -> transactions(history, s))
        .forEach(t -> copy(history, t, block));
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return HistoryDescription.of(builder.build());
  }

  private static IntStream transactions(History history, int session) {
    return IntStream.range(history.firstTransaction(session), history.endTransaction(session));
  }

  private static void copy(History history, int t, RawBlock block) {
    block.transaction(
        history.sessionAtom(history.sessionOf(t)), history.nameAtom(t), history.outcome(t), 0);
    block.realTime(history.beginTime(t), history.endTime(t));
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      long key = history.keyAtom(history.keyOf(i));
      if (history.isAppend(i)) {
        block.append(key, history.valueOf(i));
      } else if (history.isWrite(i)) {
        block.write(key, history.valueOf(i));
      } else if (history.isUnknownRead(i)) {
        block.readUnknown(key);
      } else if (history.isListRead(i)) {
        block.readList(key);
        for (int e = 0; e < history.listSize(i); e++) {
          block.element(history.listElement(i, e));
        }
      } else {
        block.read(key, history.valueOf(i));
      }
    }
  }
}
