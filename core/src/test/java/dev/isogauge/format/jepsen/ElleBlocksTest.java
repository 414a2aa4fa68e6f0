package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.BrokenDocuments;
import dev.isogauge.format.BySession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.Atoms;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever a history is cut, also between invocation and completion, it says the same. */
class ElleBlocksTest {
  private enum Layout {
    LINES("", "\n", "\n", ""),
    VECTOR("[", ",\n", "]", ""),
    ONE_LINE("[", " ", "]\n", ""),
    COMMENTS("; {:index 1}\n(", "; } {:index 7, :type :ok} {:index 8 :type :ok\n ", ")", ""),
    RECORDS("[", " ", "]", "#jepsen.history.Op"),
    DISCARDS("", " #_{:index 5, :type 3} #_ [{:index 1} {:index 2}] \r\n", "", "");

    private final String open;
    private final String separator;
    private final String close;
    private final String tag;

    Layout(String open, String separator, String close, String tag) {
      this.open = open;
      this.separator = separator;
      this.close = close;
      this.tag = tag;
    }

    String document(List<String> operations) {
      return open
          + String.join(separator, operations.stream().map(each -> tag + each).toList())
          + close;
    }
  }

  /** Operations of a few processes in all states, with every trap for whoever cuts them. */
  private static List<String> operations(Random random, int count) {
    List<String> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String type = List.of(":invoke", ":ok", ":fail", ":info", ":invoke").get(random.nextInt(5));
      String process =
          switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> ", :process :nemesis";
            default -> ", :process " + random.nextInt(4);
          };
      String rest =
          switch (random.nextInt(6)) {
            case 0 -> ", :error \"} {:index \\\"\"";
            case 1 -> ", :ops [{:index 1} {:index 2}, {:index 3}]";
            case 2 -> ", :c \\}";
            default -> "";
          };
      String value =
          random.nextInt(6) == 0
              ? ", :f :cas, :value [1 " + i + "]"
              : ", :value [[:append 5 " + i + "] [:r 6 [1 2 " + i + "]] [:r 7 nil]]";
      operations.add("{:index " + i + rest + ", :type " + type + process + value + "}");
    }
    return operations;
  }

  private static List<String> describe(String document, int blockSize) throws IOException {
    return BySession.describe(
        new ElleReader(block -> blockSize)
            .read(
                HistoryFiles.bytes("input", document.getBytes(StandardCharsets.UTF_8)), new Atoms())
            .build());
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void everyBlockSizeGivesTheSameHistory(Layout layout) throws IOException {
    for (int seed = 0; seed < TestSize.pick(1, 3); seed++) {
      String document = layout.document(operations(new Random(seed), 25));
      List<String> expected = describe(document, document.length() + 1);
      assertThat(expected).hasSizeGreaterThan(10);
      for (int size = 1; size <= document.length(); size += 1 + size / 50) {
        assertThat(describe(document, size)).as("%d in %s", size, document).isEqualTo(expected);
      }
    }
  }

  @Test
  void manySmallBlocks() throws IOException {
    for (Layout layout : Layout.values()) {
      String document = layout.document(operations(new Random(5), 4_000));
      assertThat(describe(document, 1000)).isEqualTo(describe(document, document.length() + 1));
    }
  }

  @Test
  void faultsHaveTheSamePlaceWhereverTheDocumentIsCut() {
    Random random = new Random(3);
    for (Layout layout : Layout.values()) {
      BrokenDocuments.assertSameFaults(
          layout.document(operations(random, 8)), "x\"{}[]:5\n", random, ElleBlocksTest::describe);
    }
  }
}
