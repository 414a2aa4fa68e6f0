package dev.isogauge.online.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records come out sorted and whole, those of equal keys in the order in which they went in. */
class SortedRunsTest {
  private record Entry(long time, long rank, List<Long> content) {}

  @TempDir Path directory;

  @Test
  void sortsMoreRunsThanAreMergedAtOnce() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 20; round++) {
      SortedRuns runs = new SortedRuns(directory, random.nextInt(100, 3000), 3);
      List<Entry> expected = new ArrayList<>();
      for (int i = random.nextInt(400); i > 0; i--) {
        Entry entry = new Entry(random.nextInt(-20, 20), random.nextInt(3), content(random));
        expected.add(entry);
        NumberBuffer to = runs.record(entry.time, entry.rank);
        to.number(entry.content.size());
        entry.content.forEach(to::number);
      }
      expected.sort(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::rank));
      List<Entry> merged = new ArrayList<>();
      runs.merge(
          (time, rank, from) -> {
            List<Long> content = new ArrayList<>();
            for (long rest = from.number(); rest > 0; rest--) {
              content.add(from.number());
            }
            merged.add(new Entry(time, rank, content));
          });
      assertThat(merged).isEqualTo(expected);
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).isEmpty();
      }
    }
  }

  /** Sometimes longer than any buffer. */
  private static List<Long> content(SplittableRandom random) {
    int count = random.nextInt(200) == 0 ? 20_000 : random.nextInt(5);
    return random.longs(count).boxed().toList();
  }
}
