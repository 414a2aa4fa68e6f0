package dev.isogauge.property;

import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.Injection;
import dev.isogauge.generate.InvalidWorkloadException;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.Recording.Timestamps;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.TimestampFault;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What {@code generate} makes with timestamps, with options drawn from a seed. */
public final class TimestampedHistories {
  private static final List<DataModel> MODELS =
      List.of(
          DataModel.REGISTER,
          DataModel.LIST_APPEND,
          DataModel.MINI_TRANSACTION,
          DataModel.LIGHTWEIGHT_TRANSACTION);

  private TimestampedHistories() {}

  /** The history of a seed; about half of them have faults. */
  public static History make(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      try {
        return HistoryGenerator.generate(workload(random), faults(random)).history();
      } catch (InvalidWorkloadException e) {
        // A fault that the store cannot have; the next one may do.
      }
    }
  }

  /** Writes the history of a seed as {@code generate} does. */
  public static Path write(long seed, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistoryFormat.JSONL.write(make(seed), out);
    }
    return file;
  }

  private static WorkloadSpec workload(SplittableRandom random) {
    StoreKind[] stores = StoreKind.values();
    WorkloadSpec usual = WorkloadSpec.DEFAULT;
    return new WorkloadSpec(
        random.nextInt(3) == 0 ? stores[random.nextInt(stores.length)] : StoreKind.SNAPSHOT,
        1 + random.nextInt(8),
        1 + random.nextInt(120),
        1 + random.nextInt(8),
        usual.spread(),
        random.nextInt(4) / 4.0,
        0,
        usual.predicateRatio(),
        1 + random.nextInt(40),
        random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 0,
        KeyDistribution.ZIPF,
        random.nextInt(3) == 0 ? 0.2 : 0,
        random.nextLong(),
        MODELS.get(random.nextInt(MODELS.size())),
        usual.scale(),
        usual.conflicts(),
        new Recording(
            random.nextInt(3) == 0 ? Timestamps.HYBRID : Timestamps.COUNTER,
            random.nextInt(3) == 0,
            false,
            true,
            random.nextInt(3) == 0,
            false,
            false,
            false));
  }

  private static List<Injection> faults(SplittableRandom random) {
    List<Injection> faults = new ArrayList<>();
    TimestampFault[] kinds = TimestampFault.values();
    for (int left = random.nextInt(3); left > 0; left--) {
      faults.add(new Injection(kinds[random.nextInt(kinds.length)], 1 + random.nextInt(3)));
    }
    return faults;
  }
}
