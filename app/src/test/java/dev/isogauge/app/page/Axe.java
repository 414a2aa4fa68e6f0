package dev.isogauge.app.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Looks for accessibility faults in a page, with axe. */
final class Axe {
  private static final String SOURCE = source();

  private Axe() {}

  private static String source() {
    try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it finds, with the first places. */
  static List<String> faults(Browser browser) {
    browser.run(SOURCE);
    return browser.runLater(
        """
        const done = arguments[arguments.length - 1];
        axe.run(document, {resultTypes: ['violations']}).then(
          found => done(found.violations.map(each => each.id + ': ' + each.help + ': ' + each.nodes.slice(0, 3).map(node => node.target + ' ' + (node.any[0] || {}).message).join(' | '))),
          error => done(['axe failed: ' + error]));
        """);
  }
}
