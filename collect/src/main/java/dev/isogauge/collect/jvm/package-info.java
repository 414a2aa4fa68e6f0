/** Clusters of Java processes of our own, whose members come from Maven's artifacts. */
package dev.isogauge.collect.jvm;
