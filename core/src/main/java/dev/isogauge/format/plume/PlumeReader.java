package dev.isogauge.format.plume;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.LineBlocks;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/**
 * Plume text, also used by PolySI, AWDIT, MTC and IsoVista: one operation per line, decimal
 * integers of the signed or unsigned 64-bit range.
 *
 * <pre>
 *   r(key,value,session,transaction)
 *   w(key,value,session,transaction)
 * </pre>
 *
 * <p>Transactions of a session stand in the order of their first lines. Transaction -1 marks
 * operations of aborted transactions: their writes are kept, one aborted transaction a session, and
 * their reads are dropped. Every key starts at 0; transactions at the very start that only write 0
 * are part of the initial state.
 */
public final class PlumeReader implements HistoryReader {
  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.defaultInitialValue(atoms.integer(0));
    builder.leadingLoadIsInitial();
    LineBlocks.parse(
        input,
        (buffer, end, block, directives) -> new PlumeParser(buffer, end, atoms, block).parse(),
        atoms,
        builder);
    return builder;
  }
}
