/**
 * What a database tells about a run beside the answers that its clients got: the order of versions,
 * the snapshots of transactions, and the versions that searches looked at. Together with the
 * recording that is a version certificate.
 */
package dev.isogauge.collect.recover;
