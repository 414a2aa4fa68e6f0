/** What callers of readers and writers pass and catch. */
package dev.isogauge.format.spi;
