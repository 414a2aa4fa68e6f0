package dev.isogauge.collect.run;

import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import dev.isogauge.chance.Separation;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, while a run is recorded, chances of anomalies that a claimed level forbids and a next
 * weaker one allows. What was recorded since the last count is counted by itself, so that chances
 * between the two are missed, and none is counted twice.
 */
public final class ChanceMeter {
  /** Beyond these the rest of a stretch is not kept: it had as many chances before. */
  private static final int MOST_CHARACTERS = 4 << 20;

  private final Set<ChanceKind> kinds = EnumSet.noneOf(ChanceKind.class);
  private final StringBuilder recorded = new StringBuilder();
  private final AtomicLong chances = new AtomicLong();

  /** Counts what could break one of these levels. */
  public ChanceMeter(Collection<IsolationLevel> claims) {
    claims.forEach(level -> kinds.addAll(Separation.of(level)));
    if (kinds.isEmpty()) {
      kinds.addAll(EnumSet.allOf(ChanceKind.class));
    }
  }

  /** Takes a line of the recording; any thread may call. */
  public void accept(String line) {
    synchronized (recorded) {
      if (recorded.length() < MOST_CHARACTERS) {
        recorded.append(line).append('\n');
      }
    }
  }

  /** Counts what was recorded since the last call. */
  void count() {
    String lines;
    synchronized (recorded) {
      lines = recorded.toString();
      recorded.setLength(0);
    }
    if (!lines.isEmpty()) {
      Chances counted = Chances.of(history(lines));
      chances.addAndGet(kinds.stream().mapToLong(kind -> counted.of(kind).total()).sum());
    }
  }

  private static History history(String lines) {
    try {
      return HistoryFiles.read(
              HistoryFiles.bytes("recording", lines.getBytes(StandardCharsets.UTF_8)),
              Optional.of(HistoryFormat.JSONL))
          .history();
    } catch (IOException e) {
      throw new IllegalStateException("a recording of ours cannot be read: " + e.getMessage(), e);
    }
  }

  /** How many there were. */
  long chances() {
    return chances.get();
  }
}
