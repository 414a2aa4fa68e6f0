/** Histories and other files that commands read and write. */
package dev.isogauge.app.io;
