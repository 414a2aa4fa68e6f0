package dev.isogauge.history;

/**
 * Something that went wrong on purpose while a history was recorded: a server was killed, or cut
 * off. No checker uses it; reports show it beside transactions.
 *
 * @param kind what went wrong, such as {@code kill}
 * @param server where
 * @param begin when it began, by the clients' clock
 * @param end when it was over; {@link RawBlock#NO_TIME} if it never was
 */
public record Fault(String kind, String server, long begin, long end) {}
