/**
 * What every command stands on: its arguments and options, its console, failures and exit codes.
 */
package dev.isogauge.app.command;
