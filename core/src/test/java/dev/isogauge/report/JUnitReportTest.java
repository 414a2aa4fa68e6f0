package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void failsViolatedLevelsAndReportsUndecidedOnesAsErrors() throws Exception {
    Report report = new JUnitReport(out);
    report.file(SampleResults.fractured("a.txt"), false);
    report.file(SampleResults.unknown("b.txt"), false);
    report.failed(new Report.FailedInput("c.txt", "c.txt:1:1: empty"), false);
    report.finish();
    Document document = parse();
    Element first = element(document, "testsuite", 0);
    assertThat(first.getAttribute("name")).isEqualTo("a.txt");
    assertThat(first.getAttribute("tests")).isEqualTo("4");
    assertThat(first.getAttribute("failures")).isEqualTo("2");
    assertThat(element(document, "testcase", 2).getAttribute("name")).isEqualTo("read-atomic");
    Element failure = element(document, "failure", 0);
    assertThat(failure.getAttribute("message")).isEqualTo("3 FracturedRead (TAP-k)");
    assertThat(failure.getTextContent()).contains("T1 < T2, because T2 read x = 1");
    Element unknown = element(document, "error", 0);
    assertThat(unknown.getAttribute("type")).isEqualTo("unknown");
    assertThat(unknown.getTextContent()).contains("no verdict within 5 ms", "OverlappingSession");
    assertThat(element(document, "error", 1).getAttribute("type")).isEqualTo("unreadable");
    assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(2);
    assertThat(document.getElementsByTagName("skipped").getLength()).isZero();
  }

  @Test
  void measuringFailsNothing() throws Exception {
    Report report = new JUnitReport(out);
    report.file(SampleResults.fractured("a.txt"), true);
    report.finish();
    Document document = parse();
    assertThat(document.getElementsByTagName("failure").getLength()).isZero();
    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(1);
    assertThat(element(document, "property", 2).getAttribute("value")).isEqualTo("violated");
    assertThat(element(document, "system-out", 0).getTextContent()).contains("FracturedRead");
  }

  @Test
  void aFileThatWasNotReadIsAnErrorPerLevelUnlessMeasuring() throws Exception {
    Report report = new JUnitReport(out);
    report.undecided(SampleResults.unread("a.txt"), false);
    report.undecided(SampleResults.unread("b.txt"), true);
    report.finish();
    Document document = parse();
    assertThat(element(document, "testsuite", 0).getAttribute("errors")).isEqualTo("2");
    assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(2);
    assertThat(element(document, "error", 0).getAttribute("message"))
        .isEqualTo("not enough memory");
    assertThat(element(document, "property", 1).getAttribute("value")).isEqualTo("unknown");
    assertThat(element(document, "system-out", 0).getTextContent()).contains("memory");
  }

  @Test
  void staysWellFormedWithHostileNames() throws Exception {
    Report report = new JUnitReport(out);
    report.file(SampleResults.hostile(), false);
    report.file(SampleResults.hostile(), true);
    report.failed(new Report.FailedInput(SampleResults.HOSTILE, SampleResults.HOSTILE), false);
    report.finish();
    Document document = parse();
    assertThat(element(document, "testsuite", 0).getAttribute("name"))
        .isEqualTo("<script>&\"'\\]]>\\u001b[31m\\u000a\\u202e\\u0000\\ud800\\uffff");
    assertThat(element(document, "failure", 0).getTextContent()).contains("<script>&");
  }

  private Document parse() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(out.toByteArray()));
  }

  private static Element element(Document document, String name, int index) {
    return (Element) document.getElementsByTagName(name).item(index);
  }
}
