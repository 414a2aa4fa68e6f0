/**
 * Databases that are reached through a process of the user's, which speaks JSON Lines on standard
 * input and output. docs/adapters.md describes the protocol.
 */
package dev.isogauge.collect.adapter;
