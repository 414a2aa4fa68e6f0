/** Isolation levels, what they imply, and questions: a level and the order by which it is asked. */
package dev.isogauge.level;
