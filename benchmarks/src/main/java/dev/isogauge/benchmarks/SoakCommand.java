package dev.isogauge.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Feeds a service with a horizon at a steady rate, and prints what it takes every minute. */
@Command(
    name = "soak",
    description = "Feed a service for long at a steady rate, and show that nothing of it grows.",
    sortOptions = false)
final class SoakCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final int LOOKS_A_MINUTE = 12;

  /** How much more the last third of the time may take than the one before it. */
  private static final double FLAT = 1.2;

  @Option(
      names = "--minutes",
      defaultValue = "30",
      description = "How long. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--rate",
      defaultValue = "20000",
      description = "Transactions a second. Default: ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--horizon",
      defaultValue = "1000000",
      description = "The horizon of the service, a count or a time. Default: ${DEFAULT-VALUE}.")
  private String horizon;

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

  @Mixin private RunOptions options;

  private record Look(
      double minute,
      long sent,
      long judged,
      long leastHeap,
      long disk,
      int descriptors,
      int threads,
      double cpu) {}

  @Override
  public Integer call() throws Exception {
    options.runner().prepare();
    Path folder = Files.createTempDirectory("isogauge-soak");
    options.print(Machine.describe());
    options.print(
        "| minute | sent/s | judged | heap MB | disk MB | descriptors | threads | CPU us a transaction |\n"
            + "|---:|---:|---:|---:|---:|---:|---:|---:|");
    List<Look> looks = new ArrayList<>();
    try (LiveService service =
        LiveService.start(
            options.root(),
            folder.resolve("data"),
            List.of("--memory", memory, "--horizon", horizon))) {
      EndlessLoad load = new EndlessLoad(keys, 64, false);
      long begin = System.nanoTime();
      Look last = new Look(0, 0, 0, 0, 0, 0, 0, service.cpuSeconds());
      for (int minute = 1; minute <= minutes; minute++) {
        Look look = minute(service, load, begin, minute);
        print(last, look);
        looks.add(look);
        last = look;
      }
      service.stop();
    }
    return verdict(looks);
  }

  /** Sends for a minute; the heap is the least that was seen, which has the least garbage. */
  private Look minute(LiveService service, EndlessLoad load, long begin, int minute)
      throws Exception {
    long leastHeap = Long.MAX_VALUE;
    for (int i = 1; i <= LOOKS_A_MINUTE; i++) {
      double until = 60.0 * (minute - 1 + (double) i / LOOKS_A_MINUTE);
      while ((System.nanoTime() - begin) / 1e9 < until) {
        double ahead = (double) load.count() / rate - (System.nanoTime() - begin) / 1e9;
        if (ahead > 0) {
          Thread.sleep((long) (1000 * Math.min(ahead, 1)));
        } else {
          service.send(load.batch(BATCH), "soak-" + load.count());
        }
      }
      leastHeap = Math.min(leastHeap, service.heapBytes());
    }
    return new Look(
        (System.nanoTime() - begin) / 60e9,
        load.count(),
        service.status("judged"),
        leastHeap,
        service.diskBytes(),
        service.count("fd"),
        service.count("task"),
        service.cpuSeconds());
  }

  private void print(Look before, Look now) {
    long sent = now.sent() - before.sent();
    options.print(
        String.format(
            Locale.ROOT,
            "| %.1f | %.0f | %d | %.0f | %.0f | %d | %d | %.1f |",
            now.minute(),
            sent / (60 * (now.minute() - before.minute())),
            now.judged(),
            now.leastHeap() / 1e6,
            now.disk() / 1e6,
            now.descriptors(),
            now.threads(),
            1e6 * (now.cpu() - before.cpu()) / Math.max(1, sent)));
  }

  private int verdict(List<Look> looks) {
    boolean heap = isFlat("heap", looks, Look::leastHeap);
    boolean disk = isFlat("disk", looks, Look::disk);
    boolean descriptors = isFlat("descriptors", looks, Look::descriptors);
    boolean threads = isFlat("threads", looks, Look::threads);
    return heap && disk && descriptors && threads ? 0 : 1;
  }

  /** Whether the last third takes hardly more than the second. */
  private boolean isFlat(String what, List<Look> looks, ToDoubleFunction<Look> of) {
    int third = looks.size() / 3;
    if (third == 0) {
      return true;
    }
    double then = most(looks.subList(third, 2 * third), of);
    double now = most(looks.subList(2 * third, looks.size()), of);
    boolean flat = now <= FLAT * then;
    options.print(
        String.format(
            Locale.ROOT,
            "%s: %s, %.0f %% of the time before",
            what,
            flat ? "flat" : "grows",
            100 * now / then));
    return flat;
  }

  private static double most(List<Look> looks, ToDoubleFunction<Look> of) {
    return looks.stream().mapToDouble(of).max().orElse(0);
  }
}
