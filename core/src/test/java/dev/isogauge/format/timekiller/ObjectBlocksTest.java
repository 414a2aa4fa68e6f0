package dev.isogauge.format.timekiller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.BrokenDocuments;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.Atoms;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever a document is cut, it says the same. */
class ObjectBlocksTest {
  private enum Layout {
    ONE_LINE("[", ",", "]"),
    ONE_LINE_WITH_BLANKS("[", ", ", "]"),
    LINES("[\n", ",\n", "\n]\n"),
    COMMAS_AT_THE_BEGINNING("[\n ", "\n ,", "\n]\n"),
    LINES_WITHOUT_COMMAS("[\n", "\n", "\n]"),
    LINES_WITHOUT_ARRAY("", "\n", "\n"),
    CARRIAGE_RETURNS("\r\n[", ",\r\n", "\r\n]");

    private final String open;
    private final String separator;
    private final String close;

    Layout(String open, String separator, String close) {
      this.open = open;
      this.separator = separator;
      this.close = close;
    }

    String document(List<String> transactions) {
      return open + String.join(separator, transactions) + close;
    }
  }

  private static List<String> describe(String document, int blockSize) throws IOException {
    return HistoryDescription.of(
        new TimekillerReader(block -> blockSize)
            .read(
                HistoryFiles.bytes("input", document.getBytes(StandardCharsets.UTF_8)), new Atoms())
            .build());
  }

  /** Transactions with every trap: braces in strings, and inner objects that begin like outer. */
  private static List<String> transactions(Random random, int count) {
    List<String> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> fields = new ArrayList<>();
      fields.add("\"sid\":" + random.nextInt(3));
      fields.add("\"sts\":{\"p\":" + random.nextInt(1000) + ",\"l\":" + random.nextInt(3) + "}");
      fields.add("\"cts\": {\"p\": " + random.nextInt(1000) + "}");
      fields.add("\"ops\":[" + operations(random) + "]");
      switch (random.nextInt(8)) {
        case 0 -> fields.add("\"note\":\"},{\\\"tid\\\":[\"");
        case 1 -> fields.add("\"note\":\"]}\\\\\"");
        case 2 -> fields.add("\"deps\":[{\"tid\":1},{\"tid\":2}, {\"tid\":3}]");
        case 3 -> fields.add("\"sno\":null");
        default -> {}
      }
      for (int swap = random.nextInt(3); swap > 0; swap--) {
        fields.add(fields.remove(random.nextInt(fields.size())));
      }
      int place = random.nextInt(4) == 0 ? random.nextInt(fields.size() + 1) : 0;
      fields.add(place, "\"tid\":" + (random.nextBoolean() ? "" + i : "\"}{" + i + "\""));
      transactions.add("{" + String.join(",", fields) + "}");
    }
    return transactions;
  }

  private static String operations(Random random) {
    return random
        .ints(random.nextInt(5), 0, 100)
        .mapToObj(
            i ->
                switch (i % 4) {
                  case 0 -> "{\"t\":\"w\",\"k\":" + i + ",\"v\":\"{" + i + "\"}";
                  case 1 -> "{\"t\":\"r\",\"k\":" + i + ",\"v\":[1,2,3]}";
                  case 2 -> "{\"v\":" + i + ",\"tid\":5,\"k\":\"},{\\\"\",\"t\":\"w\"}";
                  default -> "{\"tid\":5,\"t\":\"r\",\"k\":-1}";
                })
        .collect(Collectors.joining(","));
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void everyBlockSizeGivesTheSameHistory(Layout layout) throws IOException {
    Random random = new Random(layout.ordinal());
    String document = layout.document(transactions(random, TestSize.pick(5, 12)));
    List<String> expected = describe(document, document.length() + 1);
    for (int size = 1; size <= document.length(); size += TestSize.pick(1 + size / 50, 1)) {
      assertThat(describe(document, size)).as("%d in %s", size, document).isEqualTo(expected);
    }
  }

  @Test
  void manySmallBlocksAreReadAgainAfterAWrongGuess() throws IOException {
    Random random = new Random(7);
    String document = Layout.ONE_LINE.document(transactions(random, 5_000));
    assertThat(describe(document, 1000)).isEqualTo(describe(document, document.length() + 1));
  }

  /** The inner objects are whole transactions, so that a wrong guess parses well. */
  @Test
  void transactionsInsideTransactionsAreIgnored() throws IOException {
    String inner =
        "{\"tid\":%d,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[{\"t\":\"w\",\"k\":1}]}";
    List<String> outer = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      outer.add(
          "{\"tid\":%d,\"before\":[%s,%s,%s],\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]}"
              .formatted(
                  i, inner.formatted(100 + i), inner.formatted(200 + i), inner.formatted(300 + i)));
    }
    String document = Layout.ONE_LINE.document(outer);
    List<String> expected = describe(document, document.length() + 1);
    assertThat(expected).hasSize(50);
    for (int size = 1; size < 3000; size += TestSize.pick(41, 7)) {
      assertThat(describe(document, size)).as("block size %d", size).isEqualTo(expected);
    }
  }

  @Test
  void faultsHaveTheSamePlaceWhereverTheDocumentIsCut() {
    Random random = new Random(3);
    for (Layout layout : Layout.values()) {
      BrokenDocuments.assertSameFaults(
          layout.document(transactions(random, 6)),
          "x\"{}[],:5\n\\",
          random,
          ObjectBlocksTest::describe);
    }
  }

  @Test
  void nothingMayFollowTheArray() {
    String document =
        Layout.ONE_LINE.document(transactions(new Random(1), 3)) + "\n {\"tid\":1}  {\"tid\":2}";
    for (int size = 1; size < document.length(); size++) {
      int blockSize = size;
      assertThatThrownBy(() -> describe(document, blockSize))
          .hasMessageStartingWith("input:2:2: found")
          .hasMessageContaining("expected the end of the input");
    }
  }
}
