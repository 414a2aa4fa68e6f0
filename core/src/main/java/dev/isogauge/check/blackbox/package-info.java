/** Strong levels of histories whose order of versions is not known, or only in part. */
package dev.isogauge.check.blackbox;
