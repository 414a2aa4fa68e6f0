/** An agent of the JVM that records every connection of an application. */
package dev.isogauge.agent;
