/** Linearizability of single keys: pieces where values are unique, a search where they repeat. */
package dev.isogauge.check.linear;
