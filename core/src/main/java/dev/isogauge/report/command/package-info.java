/** What other commands than {@code check} print. */
package dev.isogauge.report.command;
