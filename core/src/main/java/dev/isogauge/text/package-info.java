/** Words, lists and names in sentences. */
package dev.isogauge.text;
