/** TimeKiller's JSON: reader and writer. */
package dev.isogauge.format.timekiller;
