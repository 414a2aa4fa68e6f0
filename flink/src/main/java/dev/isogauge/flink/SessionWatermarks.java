package dev.isogauge.flink;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * How far event time has come: just before the least of the latest commits of all sessions that are
 * not idle. When all are idle nothing is held back.
 */
final class SessionWatermarks implements WatermarkGenerator<Part> {
  private static final class Session {
    long reached = Long.MIN_VALUE;
    long lastArrival;
  }

  private final long idleMillis;
  private final Map<String, Session> sessions = new HashMap<>();
  private long greatest = Long.MIN_VALUE;

  SessionWatermarks(long idleMillis) {
    this.idleMillis = idleMillis;
  }

  @Override
  public void onEvent(Part part, long timestamp, WatermarkOutput output) {
    if (part.showsProgress()) {
      Session session = sessions.computeIfAbsent(part.timeline(), name -> new Session());
      session.reached = Math.max(session.reached, part.commit());
      session.lastArrival = System.currentTimeMillis();
      greatest = Math.max(greatest, part.commit());
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long now = System.currentTimeMillis();
    sessions.values().removeIf(session -> now - session.lastArrival >= idleMillis);
    if (sessions.isEmpty()) {
      if (greatest > Long.MIN_VALUE) {
        output.emitWatermark(new Watermark(greatest));
      }
      output.markIdle();
      return;
    }
    long least = Long.MAX_VALUE;
    for (Session session : sessions.values()) {
      least = Math.min(least, session.reached);
    }
    if (least > Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(least - 1));
    }
  }
}
