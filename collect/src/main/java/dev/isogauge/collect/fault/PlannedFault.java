package dev.isogauge.collect.fault;

import dev.isogauge.collect.FaultKind;
import java.time.Duration;

/**
 * A fault that is to be made.
 *
 * @param server the number of the server that fails, from 0
 * @param at when it begins, from the start of the run
 * @param length how long it lasts
 * @param variant of a partition: 0 in both directions, 1 what the server sends is lost, 2 what it
 *     is sent; of a clock: by how many seconds it is wrong
 */
public record PlannedFault(FaultKind kind, int server, Duration at, Duration length, int variant) {}
