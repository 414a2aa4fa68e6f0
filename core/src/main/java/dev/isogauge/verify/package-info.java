/**
 * Checks witnesses again, by executing them. Shares only the model and SQL conditions with the
 * checkers.
 */
package dev.isogauge.verify;
