package dev.isogauge.report.toolkit;

import dev.isogauge.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Writes JUnit XML as continuous integration reads it: test suites with test cases. */
public final class JUnitXml {
  /** What is wrong with a test case. */
  public enum Problem {
    /** What was demanded does not hold. */
    FAILURE,
    /** It could not be found out. */
    ERROR
  }

  private final Writer out;
  private final Deque<String> open = new ArrayDeque<>();

  /** Begins a document on the stream. */
  public JUnitXml(OutputStream out) throws IOException {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    begin("testsuites", "name", "isogauge");
    this.out.write("\n");
  }

  /** Ends the document; the stream stays open. */
  public void finish() throws IOException {
    end();
    out.flush();
  }

  /** Begins a suite, which {@link #end} ends. */
  public void suite(String name, int tests, int failures, int errors, Duration time)
      throws IOException {
    begin(
        "testsuite",
        "name",
        name,
        "tests",
        Integer.toString(tests),
        "failures",
        Integer.toString(failures),
        "errors",
        Integer.toString(errors),
        "skipped",
        "0",
        "time",
        seconds(time));
    out.write("\n");
  }

  /** Begins the properties of a suite, which {@link #end} ends. */
  public void properties() throws IOException {
    begin("properties");
  }

  /** A property. */
  public void property(String name, String value) throws IOException {
    start("property", "name", name, "value", value);
    out.write("/>");
  }

  /** Begins a test case, which {@link #end} ends. */
  public void testCase(String className, String name, Duration time) throws IOException {
    begin("testcase", "classname", className, "name", name, "time", seconds(time));
  }

  /**
   * What is wrong with the test case.
   *
   * @param type a word for it
   * @param message in a line
   * @param text in full
   */
  public void problem(Problem problem, String type, String message, String text)
      throws IOException {
    begin(problem.name().toLowerCase(Locale.ROOT), "type", type, "message", message);
    text(text);
    close();
  }

  /** What the test case says; nothing is written if it is empty. */
  public void output(String text) throws IOException {
    if (!text.isEmpty()) {
      begin("system-out");
      text(text);
      close();
    }
  }

  /** Ends what was begun last. */
  public void end() throws IOException {
    close();
    out.write("\n");
  }

  private void close() throws IOException {
    out.write("</" + open.pop() + ">");
  }

  private void begin(String element, String... namesAndValues) throws IOException {
    start(element, namesAndValues);
    open.push(element);
    out.write(">");
  }

  private void start(String element, String... namesAndValues) throws IOException {
    out.write("<" + element);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String value = escape(namesAndValues[i + 1]).replace("\"", "&quot;");
      out.write(" " + namesAndValues[i] + "=\"" + value + "\"");
    }
  }

  /** Text of several lines; what XML cannot hold even as a reference is made printable. */
  private void text(String text) throws IOException {
    for (String line : text.strip().split("\n", -1)) {
      out.write(escape(line) + "\n");
    }
  }

  private static String escape(String text) {
    return Printable.escape(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }
}
