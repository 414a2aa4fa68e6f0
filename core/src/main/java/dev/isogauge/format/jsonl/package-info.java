/** JSON Lines: reader and writer. */
package dev.isogauge.format.jsonl;
