/** Checks adapters: processes through which any engine can be measured. */
package dev.isogauge.app.adapter;
