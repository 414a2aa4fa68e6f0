package dev.isogauge.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.online.BlockLog.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class BlockLogTest {
  @TempDir Path directory;
  private final AtomicLong written = new AtomicLong();

  private static byte[] block(int size, int fill) {
    byte[] block = new byte[size];
    Arrays.fill(block, (byte) fill);
    return block;
  }

  @Test
  void readsBackWhatIsInTheBufferAndWhatIsInFiles() throws IOException {
    try (BlockLog log = new BlockLog(directory, "test", written)) {
      List<Address> addresses = new ArrayList<>();
      int[] sizes = {0, 1, 1000, 100_000, 300_000, 5, 200_000, 17 << 20, 3, 131_072};
      for (int i = 0; i < sizes.length; i++) {
        addresses.add(log.append(block(sizes[i], i)));
      }
      for (int i = 0; i < sizes.length; i++) {
        assertThat(log.read(addresses.get(i))).isEqualTo(block(sizes[i], i));
      }
      assertThat(written).hasValue(Arrays.stream(sizes).sum());
      assertThat(fileCount()).isEqualTo(2);
    }
    assertThat(fileCount()).isZero();
  }

  @Test
  void deletesFilesThatAreNotNeeded() throws IOException {
    try (BlockLog log = new BlockLog(directory, "test", written)) {
      List<Address> addresses = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        addresses.add(log.append(block(1 << 20, i)));
      }
      assertThat(fileCount()).isEqualTo(4);
      addresses.subList(0, 30).forEach(log::discard);
      assertThat(fileCount()).isEqualTo(3);
      addresses.subList(30, 60).forEach(log::discard);
      assertThat(fileCount()).as("the current file stays").isEqualTo(1);
      Address last = log.append(block(10, 7));
      assertThat(log.read(last)).isEqualTo(block(10, 7));
    }
  }

  private long fileCount() throws IOException {
    try (var files = Files.list(directory)) {
      return files.count();
    }
  }
}
