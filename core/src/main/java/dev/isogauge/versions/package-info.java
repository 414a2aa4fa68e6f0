/** Orders of the versions of keys, where they come from, and the dependency graph that follows. */
package dev.isogauge.versions;
