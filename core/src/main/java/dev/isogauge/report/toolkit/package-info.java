/** What reports share: JSON lines, JUnit XML, colours and columns. */
package dev.isogauge.report.toolkit;
