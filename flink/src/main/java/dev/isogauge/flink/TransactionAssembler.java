package dev.isogauge.flink;

import dev.isogauge.flink.WeakTransaction.Read;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Puts transactions together: a batch brings what there is of one after the other, first the
 * transaction, then its reads in order. They go on to their sessions.
 */
final class TransactionAssembler extends KeyedProcessFunction<String, TimelinePart, TimelinePart> {
  private static final long serialVersionUID = 1;

  // Of the transaction that is put together.
  private transient WeakTransaction transaction;
  private transient List<Read> reads;
  private transient int missing;

  @Override
  public void processElement(TimelinePart part, Context context, Collector<TimelinePart> out)
      throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(part.bytes());
    if (part.commit() == WeakParser.BODY) {
      missing = from.readInt();
      transaction = WeakTransaction.decode(ValueSerializer.readBytes(from));
      reads = new ArrayList<>();
    } else {
      reads.add(Read.decode(from));
      missing--;
    }
    if (missing == 0) {
      out.collect(
          new TimelinePart(
              transaction.session(),
              transaction.self().position(),
              transaction.with(reads).encode()));
    }
  }
}
