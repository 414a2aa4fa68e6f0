/** What the bootstrap class loader gets, so that the drivers of all class loaders see it. */
package dev.isogauge.agent.boot;
