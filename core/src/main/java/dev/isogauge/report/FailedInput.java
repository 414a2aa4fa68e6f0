package dev.isogauge.report;

/**
 * An input that could not be read.
 *
 * @param file the input's name
 * @param message what is wrong, with its position where there is one
 */
public record FailedInput(String file, String message) {}
