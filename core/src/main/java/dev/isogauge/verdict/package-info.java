/**
 * Answers: satisfied with a witness, violated with anomalies, or unknown with a reason; and the
 * limits of a check.
 */
package dev.isogauge.verdict;
