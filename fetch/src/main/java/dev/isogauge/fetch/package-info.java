/**
 * Jars from the Maven repositories that the user's settings name. Only this package knows Maven's
 * libraries. Their jars share packages, so this is not a Java module, and its one caller reaches
 * {@link dev.isogauge.fetch.MavenRepositories} by reflection.
 */
package dev.isogauge.fetch;
