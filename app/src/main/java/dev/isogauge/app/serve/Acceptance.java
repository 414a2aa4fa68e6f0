package dev.isogauge.app.serve;

/**
 * A batch is durable and will be judged.
 *
 * @param accepted how many transactions it has
 * @param duplicate whether it had been accepted before, and counts once
 */
record Acceptance(int accepted, boolean duplicate) {}
