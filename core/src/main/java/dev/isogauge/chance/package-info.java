/**
 * What a history could have shown: sets of transactions that overlap in time and would make an
 * anomaly if they were interleaved differently. Independent of the checkers.
 */
package dev.isogauge.chance;
