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
    ERROR;

    private String element() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final OutputStream out;
  private final XMLStreamWriter xml;

  /** Begins a document on the stream. */
  public JUnitXml(OutputStream out) throws IOException {
    this.out = out;
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      attribute("name", "isogauge");
      xml.writeCharacters("\n");
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Ends the document; the stream stays open. */
  public void finish() throws IOException {
    end();
    try {
      xml.writeEndDocument();
      xml.flush();
      out.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Begins a suite, which {@link #end} ends. */
  public void suite(String name, int tests, int failures, int errors, Duration time)
      throws IOException {
    try {
      xml.writeStartElement("testsuite");
      attribute("name", name);
      attribute("tests", Integer.toString(tests));
      attribute("failures", Integer.toString(failures));
      attribute("errors", Integer.toString(errors));
      attribute("skipped", "0");
      attribute("time", seconds(time));
      xml.writeCharacters("\n");
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Begins the properties of a suite, which {@link #end} ends. */
  public void properties() throws IOException {
    try {
      xml.writeStartElement("properties");
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** A property. */
  public void property(String name, String value) throws IOException {
    try {
      xml.writeEmptyElement("property");
      attribute("name", name);
      attribute("value", value);
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Begins a test case, which {@link #end} ends. */
  public void testCase(String className, String name, Duration time) throws IOException {
    try {
      xml.writeStartElement("testcase");
      attribute("classname", className);
      attribute("name", name);
      attribute("time", seconds(time));
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
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
    try {
      xml.writeStartElement(problem.element());
      attribute("type", type);
      attribute("message", message);
      characters(text);
      xml.writeEndElement();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** What the test case says; nothing is written if it is empty. */
  public void output(String text) throws IOException {
    try {
      if (!text.isEmpty()) {
        xml.writeStartElement("system-out");
        characters(text);
        xml.writeEndElement();
      }
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** Ends what was begun last. */
  public void end() throws IOException {
    try {
      xml.writeEndElement();
      xml.writeCharacters("\n");
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, Printable.escape(value));
  }

  /** Text of several lines; what XML cannot hold even as a reference is made printable. */
  private void characters(String text) throws XMLStreamException {
    for (String line : text.strip().split("\n", -1)) {
      xml.writeCharacters(Printable.escape(line) + "\n");
    }
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }
}
