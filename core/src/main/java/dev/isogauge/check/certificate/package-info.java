/** The order of versions as the database itself records it, and its predicate reads. */
package dev.isogauge.check.certificate;
