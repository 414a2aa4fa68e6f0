/** Loops on all cores. */
package dev.isogauge.util;
