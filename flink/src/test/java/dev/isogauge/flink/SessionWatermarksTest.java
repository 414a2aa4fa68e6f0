package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

/** How far event time has come, by the sessions of one reader. */
class SessionWatermarksTest {
  private static final long IDLE = 1_000;
  private static final String IS_IDLE = "idle";

  private final Clock clock = new Clock();
  private final List<String> said = new ArrayList<>();
  private final SessionWatermarks marks = new SessionWatermarks(IDLE, clock);

  /** Otherwise what faster readers read would be final without what this one will read. */
  @Test
  void readerThatHasReadNothingHoldsBackTheOthers() {
    assertThat(saidAfter(0)).isEmpty();
    assertThat(saidAfter(IDLE - 1)).isEmpty();
    assertThat(saidAfter(1)).containsExactly(IS_IDLE);
  }

  @Test
  void slowestSessionCounts() {
    arrives(Map.of("1", 10L, "2", 20L));
    arrives(Map.of("2", 15L));
    arrives(Map.of());
    assertThat(saidAfter(0)).containsExactly("9");
  }

  @Test
  void silentSessionsHoldBackNothing() {
    arrives(Map.of("1", 10L));
    clock.now += IDLE / 2;
    arrives(Map.of("2", 20L));
    assertThat(saidAfter(IDLE / 2)).containsExactly("19");
    assertThat(saidAfter(IDLE / 2)).containsExactly("20", IS_IDLE);
  }

  private void arrives(Map<String, Long> reached) {
    marks.onEvent(new Parcel(0, 1, reached, new byte[0]), 0, new Said());
  }

  private List<String> saidAfter(long millis) {
    clock.now += millis;
    said.clear();
    marks.onPeriodicEmit(new Said());
    return said;
  }

  private final class Said implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark mark) {
      said.add(Long.toString(mark.getTimestamp()));
    }

    @Override
    public void markIdle() {
      said.add(IS_IDLE);
    }

    @Override
    public void markActive() {
      throw new IllegalStateException("nothing marks a reader active");
    }
  }

  private static final class Clock implements RelativeClock {
    private long now = 5_000;

    @Override
    public long relativeTimeMillis() {
      return now;
    }

    @Override
    public long relativeTimeNanos() {
      return TimeUnit.MILLISECONDS.toNanos(now);
    }
  }
}
