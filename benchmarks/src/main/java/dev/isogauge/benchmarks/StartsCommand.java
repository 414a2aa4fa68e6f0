package dev.isogauge.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints how long a service takes to start after it has taken many transactions. */
@Command(
    name = "starts",
    description = "Measure starts of the service after a clean stop and after kill -9.",
    sortOptions = false)
final class StartsCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final int SESSIONS = 64;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "1000000,5000000,10000000",
      description = "After how many transactions. Default: ${DEFAULT-VALUE}.")
  private List<Long> sizes;

  @Option(
      names = "--memory",
      defaultValue = "64m",
      description = "The memory of the service. Default: ${DEFAULT-VALUE}.")
  private String memory;

  @Option(
      names = "--keys",
      defaultValue = "10000",
      description = "How many keys there are. Default: ${DEFAULT-VALUE}.")
  private int keys;

  @Option(names = "--strings", description = "Keys and names of transactions are strings.")
  private boolean strings;

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws Exception {
    options.runner().prepare();
    Path folder = Files.createTempDirectory("isogauge-starts");
    Path data = folder.resolve("data");
    MarkdownTable table =
        new MarkdownTable(
            0,
            "transactions",
            "CPU us a transaction",
            "peak resident MB",
            "data MB",
            "after a stop s",
            "CPU s",
            "after kill -9 s",
            "CPU s",
            "taking one s");
    EndlessLoad load = new EndlessLoad(keys, SESSIONS, strings);
    for (long size : sizes) {
      double taken;
      long resident;
      try (LiveService service = start(data)) {
        double before = service.cpuSeconds();
        long first = load.count();
        while (load.count() < size) {
          service.send(load.batch(BATCH), "start-" + load.count());
        }
        taken = 1e6 * (service.cpuSeconds() - before) / Math.max(1, load.count() - first);
        resident = service.mostResidentBytes();
        service.stop();
      }
      double stopped;
      double stoppedCpu;
      double taking;
      String bytes;
      try (LiveService service = start(data)) {
        stopped = service.startSeconds();
        stoppedCpu = service.cpuSeconds();
        bytes = Long.toString(Math.round(service.diskBytes() / 1e6));
        long begin = System.nanoTime();
        service.send(load.batch(1), "start-" + load.count());
        taking = (System.nanoTime() - begin) / 1e9;
        // So that there is much to replay, whenever the last checkpoint was.
        for (int i = 0; i < 100; i++) {
          service.send(load.batch(BATCH), "start-" + load.count());
        }
        service.kill();
      }
      try (LiveService service = start(data)) {
        table.row(
            Long.toString(service.status("transactions")),
            String.format(Locale.ROOT, "%.1f", taken),
            MarkdownTable.megabytes(OptionalLong.of(resident)),
            bytes,
            MarkdownTable.seconds(stopped),
            MarkdownTable.seconds(stoppedCpu),
            MarkdownTable.seconds(service.startSeconds()),
            MarkdownTable.seconds(service.cpuSeconds()),
            MarkdownTable.seconds(taking));
        service.stop();
      }
    }
    options.print(Machine.describe());
    options.print(table.toString());
    return 0;
  }

  private LiveService start(Path data) throws Exception {
    return LiveService.start(options.root(), data, List.of("--memory", memory));
  }
}
