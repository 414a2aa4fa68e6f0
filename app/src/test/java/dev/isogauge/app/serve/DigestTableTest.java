package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigestTableTest {
  @Test
  void doesWhatAMapDoes() {
    Random random = new Random(5);
    DigestTable table = new DigestTable();
    Map<Digest, Long> map = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      // Few low bits, so that many entries are pushed past each other.
      Digest digest = new Digest(random.nextInt(40), random.nextInt(40) << random.nextInt(3));
      switch (random.nextInt(3)) {
        case 0 -> {
          table.put(digest, i);
          map.put(digest, (long) i);
        }
        case 1 -> {
          table.remove(digest);
          map.remove(digest);
        }
        default -> {
          long expected = map.getOrDefault(digest, DigestTable.ABSENT);
          assertThat(table.find(digest)).isEqualTo(expected);
        }
      }
      assertThat(table.size()).isEqualTo(map.size());
    }
    map.forEach((digest, value) -> assertThat(table.find(digest)).isEqualTo(value));
  }
}
