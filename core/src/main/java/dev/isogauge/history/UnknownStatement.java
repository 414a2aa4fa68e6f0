package dev.isogauge.history;

/**
 * A statement of which a recorder did not know what it read or wrote.
 *
 * @param number what unknown operations call it
 * @param sql its text, perhaps cut
 * @param reason why it was not understood, and what to do
 */
public record UnknownStatement(int number, String sql, String reason) {}
