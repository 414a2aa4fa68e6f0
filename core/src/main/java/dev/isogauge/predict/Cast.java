package dev.isogauge.predict;

/**
 * One member of scenes to be.
 *
 * @param program as it is assumed to be
 * @param shapeNumber by which sets of shapes are ordered
 */
record Cast(Program program, Shape shape, int shapeNumber, StoreLevel level) {}
