/**
 * What levels make visible, the search by counterexample over the solver, and the argument by cases
 * where it finds none.
 */
package dev.isogauge.search;
