/** Reports as text, JSON, JUnit XML, DOT and HTML, from the sentences of {@code explain}. */
package dev.isogauge.report;
