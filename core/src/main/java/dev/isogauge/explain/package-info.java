/**
 * Sentences: what an anomaly means and why it is one. The only place that makes words of evidence.
 */
package dev.isogauge.explain;
