/** Checks what a recording gets while it grows. */
package dev.isogauge.app.watch;
