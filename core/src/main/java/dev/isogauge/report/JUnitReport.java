package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Measurement;
import dev.isogauge.explain.Explainer;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Printable;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Renders results as JUnit XML for continuous integration: a test suite per file, a test case per
 * level. A violated level is a failure with its explanations; an unknown one, like an unreadable
 * file, is an error: it must not pass, and the database is not to blame either.
 *
 * <p>When measuring, nothing was demanded and nothing can fail: a file is one test case that
 * passes, with the verdicts as properties of its suite. Only one without a transaction, of which
 * nothing was measured, is an error.
 */
public final class JUnitReport implements Report {
  private static final int EXPLAINED_PER_KIND = 3;

  private final OutputStream out;
  private final XMLStreamWriter xml;

  /** Writes XML to the stream. */
  public JUnitReport(OutputStream out) throws IOException {
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

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    if (levels.isEmpty()) {
      return;
    }
    try {
      if (measuring) {
        measured(levels);
      } else {
        judged(levels);
      }
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void undecided(UndecidedInput input, boolean measuring) throws IOException {
    String file = input.file();
    int levels = input.levels().size();
    try {
      if (measuring) {
        startSuite(file, 1, 0, 0, Duration.ZERO);
        xml.writeStartElement("properties");
        for (IsolationLevel level : input.levels()) {
          property(level.id(), "unknown");
        }
        endElement();
        startCase(file, "measured", Duration.ZERO);
        output(input.reason());
        endElement();
      } else {
        startSuite(file, levels, 0, levels, Duration.ZERO);
        for (IsolationLevel level : input.levels()) {
          startCase(file, level.id(), Duration.ZERO);
          problem("error", "unknown", input.reason(), input.reason());
          endElement();
        }
      }
      endElement();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void failed(FailedInput input, boolean measuring) throws IOException {
    try {
      startSuite(input.file(), 1, 0, 1, Duration.ZERO);
      startCase(input.file(), "read", Duration.ZERO);
      problem("error", "unreadable", input.message(), input.message());
      endElement();
      endElement();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void finish() throws IOException {
    try {
      endElement();
      xml.writeEndDocument();
      xml.flush();
      out.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void judged(List<CheckResult> levels) throws XMLStreamException {
    Measurement verdicts = CheckResult.measurement(levels);
    String file = levels.get(0).file();
    startSuite(
        file, levels.size(), verdicts.violated().size(), verdicts.unknown().size(), total(levels));
    for (CheckResult result : levels) {
      startCase(file, result.question().id(), result.check());
      String reason = Findings.reason(result.verdict());
      if (result.verdict() instanceof Verdict.Violated) {
        problem("failure", "violated", reason, explanations(List.of(result)));
      } else if (result.verdict() instanceof Verdict.Unknown) {
        problem("error", "unknown", reason, reason + "\n\n" + explanations(List.of(result)));
      } else {
        output(explanations(List.of(result)));
      }
      endElement();
    }
    endElement();
  }

  private void measured(List<CheckResult> levels) throws XMLStreamException {
    String file = levels.get(0).file();
    boolean empty = levels.get(0).history().transactionCount() == 0;
    startSuite(file, 1, 0, empty ? 1 : 0, total(levels));
    xml.writeStartElement("properties");
    for (CheckResult result : levels) {
      property(result.question().id(), result.verdict().word());
    }
    endElement();
    startCase(file, "measured", total(levels));
    if (empty) {
      String reason = Findings.reason(levels.get(0).verdict());
      problem("error", "unknown", reason, reason);
    }
    output(explanations(levels));
    endElement();
    endElement();
  }

  private static Duration total(List<CheckResult> levels) {
    CheckResult first = levels.get(0);
    return levels.stream()
        .map(CheckResult::check)
        .reduce(first.read().plus(first.index()), Duration::plus);
  }

  private static String explanations(List<CheckResult> levels) {
    Explainer explainer = new Explainer(levels.get(0).history());
    return explanations(explainer, Findings.of(levels), "")
        + explanations(explainer, Findings.notes(levels), "Note: ");
  }

  private static String explanations(Explainer explainer, List<Findings> findings, String prefix) {
    StringBuilder text = new StringBuilder();
    for (Findings found : findings) {
      List<Anomaly> shown = found.first(EXPLAINED_PER_KIND);
      for (Anomaly anomaly : shown) {
        text.append(prefix).append(explainer.explain(anomaly).text()).append("\n");
      }
      if (found.count() > shown.size()) {
        text.append(found.more(shown.size())).append("\n\n");
      }
    }
    return text.toString();
  }

  private void startSuite(String file, int tests, int failures, int errors, Duration time)
      throws XMLStreamException {
    xml.writeStartElement("testsuite");
    attribute("name", file);
    attribute("tests", Integer.toString(tests));
    attribute("failures", Integer.toString(failures));
    attribute("errors", Integer.toString(errors));
    attribute("skipped", "0");
    attribute("time", seconds(time));
    xml.writeCharacters("\n");
  }

  private void property(String level, String verdict) throws XMLStreamException {
    xml.writeEmptyElement("property");
    attribute("name", level);
    attribute("value", verdict);
  }

  private void startCase(String file, String name, Duration time) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute("classname", file);
    attribute("name", name);
    attribute("time", seconds(time));
  }

  private void endElement() throws XMLStreamException {
    xml.writeEndElement();
    xml.writeCharacters("\n");
  }

  private void problem(String element, String type, String message, String text)
      throws XMLStreamException {
    xml.writeStartElement(element);
    attribute("type", type);
    attribute("message", message);
    characters(text);
    xml.writeEndElement();
  }

  private void output(String text) throws XMLStreamException {
    if (!text.isEmpty()) {
      xml.writeStartElement("system-out");
      characters(text);
      xml.writeEndElement();
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
