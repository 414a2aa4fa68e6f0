package dev.isogauge.collect.sql;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Drivers throw their errors, and some log them too, with parts of URLs. */
public final class DriversLog {
  /** Held, or they might be collected and come back with their usual level. */
  private static final Set<Logger> SILENT = ConcurrentHashMap.newKeySet();

  private DriversLog() {}

  /** Silences the loggers whose names begin with this. */
  public static void silence(String name) {
    Logger logger = Logger.getLogger(name);
    logger.setLevel(Level.OFF);
    SILENT.add(logger);
  }
}
