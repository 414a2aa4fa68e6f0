package dev.isogauge.format.csv;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.LineBlocks;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/** One operation per line: {@code w,key,value,session,transaction}, all integers. */
public final class CsvReader implements HistoryReader {
  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.defaultInitialValue(atoms.integer(0));
    LineBlocks.parse(
        input,
        (buffer, end, block, directives) -> new CsvParser(buffer, end, atoms, block).parse(),
        atoms,
        builder);
    return builder;
  }
}
