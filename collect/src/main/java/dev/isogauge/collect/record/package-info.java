/** Sessions whose operations are recorded while they run. */
package dev.isogauge.collect.record;
