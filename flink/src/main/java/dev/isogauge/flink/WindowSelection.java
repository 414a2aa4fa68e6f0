package dev.isogauge.flink;

import dev.isogauge.flink.WeakTransaction.Read;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Sends transactions to the windows that need them: those in it, and those that read from one in
 * it, since their reads force an order upon what they read. A batch brings all windows first.
 */
final class WindowSelection
    extends KeyedBroadcastProcessFunction<String, TimelinePart, TimelinePart, TimelinePart> {
  private static final long serialVersionUID = 1;

  /** The operator keeps the windows itself; Flink asks for a description all the same. */
  static final MapStateDescriptor<Integer, byte[]> WINDOWS =
      new MapStateDescriptor<>(
          "windows", Types.INT, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

  private transient CommitWindows windows;

  @Override
  public void open(OpenContext context) {
    windows = new CommitWindows();
  }

  @Override
  public void processBroadcastElement(
      TimelinePart window, Context context, Collector<TimelinePart> out) throws Exception {
    windows.add(window.bytes());
  }

  @Override
  public void processElement(
      TimelinePart part, ReadOnlyContext context, Collector<TimelinePart> out) throws Exception {
    WeakTransaction transaction = WeakTransaction.decode(part.bytes());
    TreeSet<Integer> wanted = new TreeSet<>();
    windows.of(transaction.place()).ifPresent(wanted::add);
    for (Read read : transaction.reads()) {
      read.writer().ifPresent(writer -> windows.of(writer.place()).ifPresent(wanted::add));
    }
    for (int window : wanted) {
      out.collect(new TimelinePart(Integer.toString(window), part.commit(), part.bytes()));
    }
  }
}
