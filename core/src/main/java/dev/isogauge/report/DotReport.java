package dev.isogauge.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Renders results as Dot. */
public final class DotReport implements Report {
  private final OutputStream out;

  public DotReport(OutputStream out) {
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
    out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
