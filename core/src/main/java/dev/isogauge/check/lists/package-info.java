/** Weak levels of lists that grow by appends. */
package dev.isogauge.check.lists;
