package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.recover.SnapshotOrder.Shown;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which places transactions get by their snapshots, and when. */
class SnapshotOrderTest {
  private final List<String> lines = new ArrayList<>();
  private final SnapshotOrder order = new SnapshotOrder(Shown.TIMESTAMPS, lines::add, line -> {});

  private static String line(String session, String operations, String rest) {
    return "{\"session\":\""
        + session
        + "\",\"ops\":["
        + operations
        + "],"
        + rest
        + ",\"rt\":[1,2],\"outcome\":\"committed\"}";
  }

  private static String write(String session, long key, long xid, String snapshot) {
    return line(
        session, "[\"w\"," + key + "," + xid + "]", "\"xid\":" + xid + ",\"snapshot\":" + snapshot);
  }

  private static String read(String session, long key, long value, String snapshot) {
    return line(session, "[\"r\"," + key + "," + value + "]", "\"snapshot\":" + snapshot);
  }

  /** Names and timestamps of what has passed on. */
  private List<String> placed() {
    return lines.stream()
        .map(line -> line.replaceFirst(".*\"txn\":\"(\\S+?)\".*\"ts\":\\[(\\S+?)].*", "$1 $2"))
        .toList();
  }

  @Test
  void aSnapshotThatHoldsTheSecondOfTwoInTheLogAndNotTheFirstHasItsPlaceBetween() {
    for (String session : List.of("s1", "s2", "s3")) {
      order.begun(session);
    }
    order.accept(write("s1", 1, 10, "[10,10,[]]")); // told first
    order.accept(write("s2", 2, 11, "[10,10,[]]"));
    assertThat(lines).isEmpty(); // s3 may have any snapshot
    order.accept(read("s3", 2, 11, "[10,12,[10]]"));
    assertThat(placed()).containsExactly("s2.1 0,1", "s3.1 1,1", "s1.1 0,2");
  }

  @Test
  void whatRunsHoldsBackOnlyWhatItMayNotHold() {
    order.begun("s1");
    order.accept(write("s1", 1, 10, "[10,10,[]]"));
    order.begun("s2");
    order.begun("s1");
    order.accept(write("s1", 1, 11, "[11,11,[]]"));
    assertThat(placed()).containsExactly("s1.1 0,1");
    order.begun("s1");
    order.accept(read("s1", 1, 11, "[12,12,[]]"));
    assertThat(lines).hasSize(1);
    order.accept(read("s2", 1, 10, "[11,11,[]]"));
    assertThat(placed()).containsExactly("s1.1 0,1", "s2.1 1,1", "s1.2 1,2", "s1.3 2,2");
  }

  @Test
  void whatCannotHaveBeenTakenOneAfterTheOtherIsNotJudged() {
    for (String session : List.of("s1", "s2", "s3", "s4")) {
      order.begun(session);
    }
    order.accept(write("s1", 1, 10, "[10,10,[]]"));
    order.accept(write("s2", 2, 11, "[10,10,[]]"));
    order.accept(read("s3", 1, 10, "[11,12,[11]]"));
    order.accept(read("s4", 2, 11, "[10,12,[10]]"));
    assertThat(lines).hasSize(4);
    assertThat(lines.stream().filter(line -> line.contains("\"ops\":[]"))).hasSize(1);
    assertThat(order.contradiction().orElseThrow()).startsWith("the snapshots of 1 transaction");
  }

  @Test
  void readsOfWhatIsOfUnknownOutcomeAreLeftOut() {
    order.begun("s1");
    order.accept(
        "{\"session\":\"s1\",\"ops\":[[\"w\",1,5]],\"xid\":10,\"snapshot\":[10,10,[]],"
            + "\"rt\":[1,null],\"outcome\":\"indeterminate\"}");
    order.begun("s2");
    order.accept(read("s2", 1, 5, "[11,11,[]]"));
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("\"ops\":[]");
  }

  @Test
  void aWriteShowsWhatItOverwrote() {
    List<String> certificate = new ArrayList<>();
    SnapshotOrder shown = new SnapshotOrder(Shown.OVERWRITTEN, lines::add, certificate::add);
    shown.begun("s1");
    shown.accept(write("s1", 1, 10, "[10,10,[]]"));
    shown.begun("s1");
    shown.accept(write("s1", 1, 11, "[11,11,[]]"));
    assertThat(lines.get(0)).contains("\"ops\":[[\"r\",1,null],[\"w\",1,10]]").doesNotContain("ts");
    assertThat(lines.get(1)).contains("\"ops\":[[\"r\",1,10],[\"w\",1,11]]");
    shown.finish();
    assertThat(certificate).hasSize(3);
    assertThat(certificate.get(1)).contains("\"ops\":[[\"w\",1,11]]");
    assertThat(certificate.get(2))
        .isEqualTo("{\"order\":1,\"versions\":[[10,\"s1.1\"],[11,\"s1.2\"]]}");
  }
}
