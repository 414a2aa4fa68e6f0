/**
 * What a database reveals about a run beyond the answers to its clients: the order of versions, the
 * snapshots of transactions, and the versions that predicate reads saw. Together with the recording
 * that is a version certificate.
 */
package dev.isogauge.collect.recover;
