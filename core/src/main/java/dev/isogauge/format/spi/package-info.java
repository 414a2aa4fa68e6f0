/** What callers of readers and writers hand over and catch. */
package dev.isogauge.format.spi;
