/** Where the servers of a cluster run, so that they can be made to fail. */
package dev.isogauge.collect.cluster;
