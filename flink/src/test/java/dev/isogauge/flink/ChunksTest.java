package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.InitialValue;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Files are cut into lines, and a bad line leaves the others alone. */
class ChunksTest {
  private final List<String> timelines = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private long taken;

  @Test
  void badLinesAreRefusedOneByOne() throws IOException {
    parse(
        String.join(
            "\n",
            good(1),
            "{\"session\":\"s\",\"ops\":[[\"w\",\"x\"]]}",
            good(2),
            "nonsense",
            "",
            "{\"session\":\"s\",\"sno\":9,\"ops\":[]}",
            "{\"session\":\"s\",\"sno\":9,\"ts\":[1,2],\"ops\":[[\"a\",\"x\",1],[\"w\",\"x\",1]]}",
            "{\"init\":[[\"x\",0]]}",
            good(3),
            "{\"session\":\"s\",\"sno\":10,\"ts\":[1,2],\"ops\":[[\"w\""));
    assertThat(taken).isEqualTo(3);
    assertThat(timelines).hasSize(6);
    assertThat(events)
        .extracting(event -> ((Event.Rejected) event).line())
        .containsExactlyInAnyOrder(2L, 4L, 6L, 7L, 8L, 10L);
    assertThat(events.toString())
        .contains("column 31", "without start and commit timestamps", "as a list and as a register")
        .contains("found the initial value of a key");
  }

  @Test
  void objectsOfAnArrayBecomeLines() throws IOException {
    String object =
        "{\"tid\":%d,\"sid\":\"]{\\\"\",\n\"sts\":{\"p\":1},\"cts\":{\"p\":2},"
            + "\"ops\":[{\"t\":\"w\",\"k\":1,\"v\":2}]}";
    parse(" [ " + String.format(object, 1) + ",\n" + String.format(object, 2) + "] ");
    assertThat(events).isEmpty();
    assertThat(taken).isEqualTo(2);
    assertThat(timelines).containsOnly("k1", "s\"]{\\\"\"");
  }

  @Test
  void aBadObjectLeavesTheOthersAlone() throws IOException {
    parse(
        "[{\"tid\":1,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]},{\"tid\":2},"
            + " oops {\"tid\":3,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]}]");
    assertThat(taken).isEqualTo(2);
    assertThat(events).hasSize(2);
  }

  @Test
  void badObjectsHaveTheirPlace() throws IOException {
    String good = "{\"tid\":1,\n\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]}";
    parse("[\n" + good + ",\n{\"tid\":\n2},\noops\n" + good + ", {},\n" + good + "]");
    assertThat(taken).isEqualTo(3);
    assertThat(events)
        .extracting(event -> ((Event.Rejected) event).line())
        .containsExactlyInAnyOrder(4L, 6L, 8L);
  }

  @Test
  void chunksAreCutTheSameWayAndHaveTheirOwnPositions() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append(good(i)).append('\n');
    }
    List<Chunk> chunks = cut(text.toString());
    assertThat(chunks).hasSizeGreaterThan(3);
    long line = 1;
    long position = 0;
    for (Chunk chunk : chunks) {
      assertThat(chunk.format()).isEqualTo(HistoryFormat.JSONL);
      assertThat(chunk.line()).isEqualTo(line);
      assertThat(chunk.position()).isGreaterThanOrEqualTo(position);
      long lines = new String(chunk.bytes(), UTF_8).lines().count();
      line += lines;
      position = chunk.position() + lines;
    }
    assertThat(line).isEqualTo(5001);
    parse(text.toString());
    assertThat(taken).isEqualTo(5000);
  }

  private static String good(int i) {
    return String.format(
        "{\"session\":\"s\",\"txn\":\"t%d\",\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"w\",\"x\",%d]]}",
        i, i, 2 * i, 2 * i + 1, i);
  }

  private void parse(String text) throws IOException {
    ChunkParser parser =
        new ChunkParser(
            new TransactionSplitter(true, new EventListener(events::add)),
            InitialValue.NIL,
            atoms ->
                (block, run, position) ->
                    block.split(
                        run,
                        position,
                        0,
                        (isKey, token, part) -> timelines.add(TimelinePart.timeline(isKey, token))),
            events::add);
    for (Chunk chunk : cut(text)) {
      taken += parser.parse(chunk);
    }
  }

  private static List<Chunk> cut(String text) throws IOException {
    ChunkCutter cutter = new ChunkCutter("test", 0, new ByteArrayInputStream(text.getBytes(UTF_8)));
    List<Chunk> chunks = new ArrayList<>();
    for (Optional<Chunk> next = cutter.next(); next.isPresent(); next = cutter.next()) {
      chunks.add(next.get());
    }
    return chunks;
  }
}
