/** Graph algorithms over dense ints: edges packed in int arrays, nothing recursive. */
package dev.isogauge.graph;
