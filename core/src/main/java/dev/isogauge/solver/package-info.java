/** Satisfiability of clauses whose literals bring edges that must form no cycle. */
package dev.isogauge.solver;
