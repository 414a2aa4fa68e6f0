/**
 * What start and commit timestamps claim, stated once: the order of transactions, what a read
 * should show, which writers conflict, and what a session demands. Checking a whole history and
 * checking transactions while they arrive differ in how they find the pairs to compare, not in
 * these rules.
 *
 * <p>Reference: Li et al., Online Timestamp-based Transactional Isolation Checking of Database
 * Systems (Chronos and Aion), section III.
 */
package dev.isogauge.timestamp;
