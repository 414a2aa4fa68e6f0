/** Strong levels and Adya's levels where the order of versions is known. */
package dev.isogauge.check.known;
