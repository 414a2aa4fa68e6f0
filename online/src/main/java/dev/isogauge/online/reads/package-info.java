/**
 * Streams without timestamps whose reads show the order of versions: what arrived is checked again
 * and again, and older transactions are settled. No threads, no clocks, no files.
 */
package dev.isogauge.online.reads;
