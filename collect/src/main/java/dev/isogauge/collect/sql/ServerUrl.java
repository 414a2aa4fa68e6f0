package dev.isogauge.collect.sql;

import java.util.Properties;

/**
 * A server of the user's.
 *
 * @param shown what may be shown of it
 * @param address its JDBC URL without user and password
 * @param login user and password, as far as they are given
 */
public record ServerUrl(String shown, String address, Properties login) {}
