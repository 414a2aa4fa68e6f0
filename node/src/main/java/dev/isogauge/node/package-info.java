/**
 * What runs in the processes of a cluster of ours, beside a member of it, so that sessions reach
 * every store in the same way. It knows nothing of Isogauge's other modules.
 */
package dev.isogauge.node;
