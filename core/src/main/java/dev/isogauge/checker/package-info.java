/** What checkers of several families share: guards, budgets and names of cycles. */
package dev.isogauge.checker;
