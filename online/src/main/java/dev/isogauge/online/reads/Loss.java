package dev.isogauge.online.reads;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;

/**
 * A level does not hold any more.
 *
 * @param level which one
 * @param transactions how many had arrived by then, the one that the level was lost with included
 * @param session of that one
 * @param name of that one; without it, and without whatever comes later, the level holds
 * @param time when it arrived, as the caller said
 * @param history the transactions that were checked
 * @param verdict what they violate
 */
public record Loss(
    IsolationLevel level,
    long transactions,
    String session,
    String name,
    long time,
    History history,
    Verdict.Violated verdict) {}
