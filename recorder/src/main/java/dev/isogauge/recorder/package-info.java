/**
 * Records transactions while they happen. {@link dev.isogauge.recorder.Recorder} owns a file,
 * {@link dev.isogauge.recorder.TransactionRecorder} a transaction, and {@link
 * dev.isogauge.recorder.JsonLine} knows how each of them is written.
 */
package dev.isogauge.recorder;
