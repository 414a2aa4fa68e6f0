package dev.isogauge.check;

/**
 * What a history lacks for a stronger answer.
 *
 * @param remedy what to record or to do, as a command
 * @param effect what cannot be said without it
 */
public record Gap(String remedy, String effect) {}
