package dev.isogauge.app.proxy;

import java.util.HashSet;
import java.util.Set;

/**
 * Names for sessions. What a session does comes one after the other; so where connections share a
 * name and are busy at the same time, all but one get a number behind it.
 */
final class SessionNames {
  private final Set<String> taken = new HashSet<>();

  synchronized String taken(String base) {
    String name = base;
    for (int number = 2; !taken.add(name); number++) {
      name = base + " (" + number + ")";
    }
    return name;
  }

  synchronized void free(String name) {
    taken.remove(name);
  }
}
