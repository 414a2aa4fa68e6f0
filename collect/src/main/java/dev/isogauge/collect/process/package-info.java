/**
 * Servers that Isogauge starts: their directories, users and ports, and that they end when it does.
 */
package dev.isogauge.collect.process;
