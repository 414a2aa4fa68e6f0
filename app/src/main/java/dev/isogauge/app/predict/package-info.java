/** The command {@code predict}. */
package dev.isogauge.app.predict;
