package dev.isogauge.collect.fault;

/**
 * A fault that was made.
 *
 * @param server the server's name
 * @param on when it began, in nanoseconds from the start of the run
 * @param off when it was over and the server answered again; 0 if it never did
 * @param killed whether the server was told to end, did not, and was killed
 */
public record MadeFault(PlannedFault planned, String server, long on, long off, boolean killed) {}
