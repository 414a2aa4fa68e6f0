/** What the command line can be asked about itself: lists, help topics, anomalies. */
package dev.isogauge.app.reference;
