package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.generate.KeyDistribution;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Prints what recording a history costs the database's clients, and what recovering its order does.
 * Each round runs the same transactions in every way, one after another and each time in another
 * order, so that whatever else the machine does hits all ways alike; shares are taken within a
 * round.
 */
@Command(
    name = "record",
    description =
        "Run workloads on PostgreSQL without recording, recorded, and with what recovery needs.",
    sortOptions = false)
final class RecordCommand implements Callable<Integer> {
  @Option(
      names = "--database",
      defaultValue = "postgres",
      description = "A PostgreSQL to start, such as postgres:12.3. Default: ${DEFAULT-VALUE}.")
  private String name;

  @Option(
      names = "--workloads",
      split = ",",
      defaultValue = "mini,general",
      description = "Default: ${DEFAULT-VALUE}.")
  private List<String> workloads;

  @Option(
      names = "--isolation",
      defaultValue = "repeatable-read",
      description = "Default: ${DEFAULT-VALUE}, at which few abort.")
  private String isolation;

  @Option(names = "--sessions", defaultValue = "8", description = "Default: ${DEFAULT-VALUE}.")
  private int sessions;

  @Option(
      names = "--keys",
      defaultValue = "10000",
      description = "Used equally often; many, so that few wait. Default: ${DEFAULT-VALUE}.")
  private int keys;

  @Option(
      names = "--seconds",
      defaultValue = "2",
      description = "How long each run takes. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--repeat",
      defaultValue = "12",
      description = {
        "Rounds, in each of which every way runs once; medians count.",
        "One more warms up. Default: ${DEFAULT-VALUE}."
      })
  private int repeat;

  @Option(
      names = "--recorder-only",
      description = "Measure the recorder itself, without a database.")
  private boolean recorderOnly;

  @Option(names = "--wrapper", description = "Measure the JDBC wrapper, on H2 in memory.")
  private boolean wrapper;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws DatabaseException, IOException, SQLException {
    if (wrapper) {
      print(new WrapperCost(repeat).measure());
    } else {
      print(recorderOnly ? new RecorderCost(repeat).measure() : costOfClients());
    }
    return 0;
  }

  private MarkdownTable costOfClients() throws DatabaseException, IOException {
    MarkdownTable table =
        new MarkdownTable(
            2,
            "workload",
            "way",
            "transactions/s",
            "lowest to highest",
            "less than plain %",
            "client CPU us",
            "server CPU us",
            "more CPU than plain %",
            "recovery us",
            "aborted %");
    try (Database database = BusyServer.open(name)) {
      for (String workload : workloads) {
        measure(database, plan(database, workload), table);
      }
    }
    return table;
  }

  private void print(MarkdownTable table) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    out.println(table);
    out.flush();
  }

  private RunPlan plan(Database database, String name) throws DatabaseException {
    Workload workload =
        Workload.byName(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--workloads is '" + name + "'; expected some of " + Workload.ids()));
    Parameters defaults = workload.defaults();
    return new RunPlan(
        workload,
        new Parameters(
            sessions,
            defaults.operations(),
            defaults.readRatio(),
            keys,
            0,
            KeyDistribution.UNIFORM),
        database.capabilities().level(isolation),
        Long.MAX_VALUE,
        Duration.ofSeconds(seconds),
        1);
  }

  private void measure(Database database, RunPlan plan, MarkdownTable table)
      throws DatabaseException, IOException {
    Map<RecordingWay, Samples> samples = new EnumMap<>(RecordingWay.class);
    RecordingWay[] ways = RecordingWay.values();
    for (RecordingWay way : ways) {
      way.run(database, plan);
      samples.put(way, new Samples());
    }
    for (int round = 0; round < repeat; round++) {
      Map<RecordingWay, RunCost> costs = new EnumMap<>(RecordingWay.class);
      for (int i = 0; i < ways.length; i++) {
        RecordingWay way = ways[(round + i) % ways.length];
        costs.put(way, way.run(database, plan));
      }
      RunCost plain = costs.get(RecordingWay.PLAIN);
      costs.forEach((way, cost) -> samples.get(way).add(cost, plain));
      spec.commandLine().getErr().println(plan.workload().id() + ", round " + (round + 1));
    }
    samples.forEach((way, each) -> table.row(each.cells(plan.workload().id(), way)));
  }

  /** What was measured of one way. */
  private static final class Samples {
    private final Sample throughput = new Sample();
    private final Sample lost = new Sample();
    private final Sample client = new Sample();
    private final Sample server = new Sample();
    private final Sample more = new Sample();
    private final Sample recovery = new Sample();
    private final Sample aborted = new Sample();

    void add(RunCost cost, RunCost plain) {
      throughput.add(cost.throughput());
      lost.add(100 * (1 - cost.throughput() / plain.throughput()));
      client.add(cost.clientMicroseconds());
      server.add(cost.serverMicroseconds());
      more.add(
          100
              * ((cost.clientMicroseconds() + cost.serverMicroseconds())
                      / (plain.clientMicroseconds() + plain.serverMicroseconds())
                  - 1));
      cost.recoveryMicroseconds().ifPresent(recovery::add);
      aborted.add(100 * cost.summary().abortRate());
    }

    String[] cells(String workload, RecordingWay way) {
      boolean isPlain = way == RecordingWay.PLAIN;
      return new String[] {
        workload,
        way.meaning(),
        throughput.whole(),
        throughput.range(),
        isPlain ? "" : lost.tenths(),
        client.whole(),
        server.whole(),
        isPlain ? "" : more.tenths(),
        recovery.whole(),
        aborted.tenths()
      };
    }
  }
}
