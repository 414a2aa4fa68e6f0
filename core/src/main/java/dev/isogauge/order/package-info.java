/** Orders of transactions that every family of checkers shares: session order and real time. */
package dev.isogauge.order;
