package dev.isogauge.flink;

import java.io.IOException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Joins suspicious windows; there is one of it in a job. */
final class WindowCollector extends AbstractStreamOperator<TimelinePart>
    implements OneInputStreamOperator<TimelinePart, TimelinePart>, BoundedOneInput {
  private static final long serialVersionUID = 1;

  private transient CommitWindows windows;

  @Override
  public void open() throws Exception {
    super.open();
    windows = new CommitWindows();
  }

  @Override
  public void processElement(StreamRecord<TimelinePart> suspicion) throws IOException {
    windows.add(suspicion.getValue().bytes());
  }

  @Override
  public void endInput() throws IOException {
    for (byte[] window : windows.encoded()) {
      output.collect(new StreamRecord<>(new TimelinePart("w", 0, window)));
    }
  }
}
