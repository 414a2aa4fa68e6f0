package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import org.apache.flink.util.Collector;

/** Makes a part of each key and session, for a batch that sorts them. */
final class PartParser extends TransactionParser<TimelinePart> {
  private static final long serialVersionUID = 1;

  PartParser(KernelOptions options) {
    super(options);
  }

  @Override
  ChunkParser.Transactions transactions(Atoms atoms, long now, Collector<TimelinePart> out) {
    return (block, fragment, position) -> {
      long commit = block.commit(fragment);
      block.split(
          fragment,
          position,
          now,
          (isKey, token, part) ->
              out.collect(new TimelinePart(TimelinePart.timeline(isKey, token), commit, part)));
    };
  }
}
