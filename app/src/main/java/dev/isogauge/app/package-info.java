/** The command line: {@code Main}, and the commands that describe Isogauge itself. */
package dev.isogauge.app;
