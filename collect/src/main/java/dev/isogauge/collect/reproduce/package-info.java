/** Bug reports for vendors: a schedule as a program that needs nothing but the driver. */
package dev.isogauge.collect.reproduce;
