package dev.isogauge.report;

import java.io.IOException;
import java.util.List;

/** Renders results as Text. */
public final class TextReport implements Report {
  private final Appendable out;

  public TextReport(Appendable out, TextStyle style) {
    this.out = out;
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    for (CheckResult result : levels) {
      line(result.file() + ": " + result.level().id() + " " + result.verdict().word());
    }
  }

  @Override
  public void failed(FailedInput input) throws IOException {
    line(input.message());
  }

  @Override
  public void finish() throws IOException {}

  private void line(String text) throws IOException {
    out.append(text).append("\n");
  }
}
