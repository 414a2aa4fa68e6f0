package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Writes the report when the input has ended. There is one of it in a job. */
final class ReportWriter extends AbstractStreamOperator<Event>
    implements OneInputStreamOperator<Event, Event>, BoundedOneInput {
  private static final long serialVersionUID = 1;

  private final String level;
  private final String path;
  private transient JobReport report;
  private transient ListState<byte[]> saved;

  ReportWriter(String level, String path) {
    this.level = level;
    this.path = path;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    saved =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>(
                    "report", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    report = new JobReport();
    for (byte[] state : saved.get()) {
      report = JobReport.restore(state);
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    saved.clear();
    saved.add(report.save());
  }

  @Override
  public void processElement(StreamRecord<Event> event) {
    report.add(event.getValue());
  }

  /** A file appears whole, in place of what an attempt before wrote. */
  @Override
  public void endInput() throws IOException {
    Path target = new Path(path);
    FileSystem files = target.getFileSystem();
    Path unfinished = new Path(path + ".part");
    try (OutputStream out = files.create(unfinished, FileSystem.WriteMode.OVERWRITE)) {
      out.write(report.json(level).getBytes(UTF_8));
    }
    files.delete(target, false);
    if (!files.rename(unfinished, target)) {
      throw new IOException("cannot rename " + unfinished + " to " + target);
    }
  }
}
