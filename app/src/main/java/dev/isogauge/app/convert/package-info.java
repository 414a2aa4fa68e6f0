/** Writes histories in another format. */
package dev.isogauge.app.convert;
