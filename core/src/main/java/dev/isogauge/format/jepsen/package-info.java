/** Histories of Jepsen and Elle, and console logs of its tests: readers and the writer of EDN. */
package dev.isogauge.format.jepsen;
