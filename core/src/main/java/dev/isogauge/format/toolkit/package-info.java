/**
 * What a format implements, and the tools of readers and writers: blocks of lines and of objects
 * that are parsed on all cores, cursors over bytes, and what formats cannot express. Internal;
 * formats know this package and {@link dev.isogauge.format.spi} only.
 */
package dev.isogauge.format.toolkit;
