package dev.isogauge.collect.adapter;

import java.time.Duration;
import java.util.OptionalLong;

/** What sessions know of what answers them. */
public interface AdapterHost {
  /** What answers now; another one after it was started again. */
  Channel channel() throws Channel.BrokenException;

  /** Whether it can do this, in the protocol's words. */
  boolean can(String verb);

  /** What a key shows that nobody has written; empty where that is nothing. */
  OptionalLong initial();

  /** What keys begin with. */
  String era();

  /** How long an answer may take. */
  Duration patience();

  /** Whether its end is part of the plan. */
  boolean mayFail();
}
