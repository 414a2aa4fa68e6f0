/**
 * HTML pages of one file: data, and a renderer in plain JavaScript and CSS that lies beside these
 * classes as resources. Pages load nothing, and show what a history says as text only.
 */
package dev.isogauge.page;
