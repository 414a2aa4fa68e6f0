/**
 * Jars of drivers and servers: where they come from, their pinned checksums, and class loaders that
 * see nothing else.
 */
package dev.isogauge.collect.artifact;
