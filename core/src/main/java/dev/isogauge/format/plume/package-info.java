/** The text of Plume, PolySI, AWDIT and others: reader and writer. */
package dev.isogauge.format.plume;
