/** The databases there are, by the names that users give them. */
package dev.isogauge.collect.catalog;
