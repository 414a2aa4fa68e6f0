package dev.isogauge.report.toolkit;

import dev.isogauge.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes JUnit XML as continuous integration reads it: test suites with test cases. */
public final class JUnitXml {
  /** What is wrong with a test case. */
  public enum Problem {
    /** What was demanded does not hold. */
    FAILURE,
    /** It could not be found out. */
    ERROR
  }

  private final OutputStream out;
  private final XMLStreamWriter xml;

  /** Begins a document on the stream. */
  public JUnitXml(OutputStream out) throws IOException {
    this.out = out;
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    write(
        () -> {
          xml.writeStartDocument("UTF-8", "1.0");
          xml.writeCharacters("\n");
          xml.writeStartElement("testsuites");
          attributes("name", "isogauge");
          xml.writeCharacters("\n");
        });
  }

  /** Writes a part of the document. */
  private interface Part {
    void write() throws XMLStreamException;
  }

  private static void write(Part part) throws IOException {
    try {
      part.write();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Ends the document; the stream stays open. */
  public void finish() throws IOException {
    end();
    write(
        () -> {
          xml.writeEndDocument();
          xml.flush();
        });
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
    write(() -> xml.writeCharacters("\n"));
  }

  /** Begins the properties of a suite, which {@link #end} ends. */
  public void properties() throws IOException {
    begin("properties");
  }

  /** A property. */
  public void property(String name, String value) throws IOException {
    write(
        () -> {
          xml.writeEmptyElement("property");
          attributes("name", name, "value", value);
        });
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
  }

  /** What the test case says; nothing is written if it is empty. */
  public void output(String text) throws IOException {
    if (!text.isEmpty()) {
      begin("system-out");
      text(text);
    }
  }

  /** Ends what was begun last. */
  public void end() throws IOException {
    write(
        () -> {
          xml.writeEndElement();
          xml.writeCharacters("\n");
        });
  }

  private void begin(String element, String... namesAndValues) throws IOException {
    write(
        () -> {
          xml.writeStartElement(element);
          attributes(namesAndValues);
        });
  }

  private void attributes(String... namesAndValues) throws XMLStreamException {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      xml.writeAttribute(namesAndValues[i], Printable.escape(namesAndValues[i + 1]));
    }
  }

  /**
   * Text of several lines, and the end of its element; what XML cannot hold even as a reference is
   * made printable.
   */
  private void text(String text) throws IOException {
    write(
        () -> {
          for (String line : text.strip().split("\n", -1)) {
            xml.writeCharacters(Printable.escape(line) + "\n");
          }
          xml.writeEndElement();
        });
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }
}
