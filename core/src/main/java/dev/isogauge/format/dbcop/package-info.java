/** dbcop's binary histories: reader and writer. */
package dev.isogauge.format.dbcop;
