package dev.isogauge.app.generate;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.KnownNames;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.io.HistoryOutput;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.ConflictPolicy;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.GeneratedHistory;
import dev.isogauge.generate.GroundTruth;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.Injection;
import dev.isogauge.generate.InvalidWorkloadException;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.Recording.Timestamps;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Generates a history as a simulated store would give it, with planted anomalies on request. */
public final class GenerateCommand implements Command {
  private static final WorkloadSpec DEFAULT = WorkloadSpec.DEFAULT;

  /** A format of committed transactions with timestamps, where keys start at null. */
  private static final String TIMEKILLER = "timekiller";

  /** A format in which keys start at nil. */
  private static final String ELLE = "elle";

  private final Console console;

  public GenerateCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "generate",
            "Generates a history as a simulated store would give it; the same options and seed give"
                + " the same history.");
    spec.addOption(
        Options.choice(
            "--store",
            "STORE",
            stores(),
            "How strong the store is: " + String.join(", ", stores()) + ". Default serializable."));
    spec.addOption(
        Options.choice(
            "--workload",
            "WORKLOAD",
            models(),
            "What transactions do: register (read and write values), general (only read, only"
                + " write, or read and then write values), list-append (read lists and append to"
                + " them), mini (one to four operations, each write after a read of its key), lwt"
                + " (one compare-and-set of one key), predicate (read and write rows, by key and by"
                + " condition), items (read, update, increment, insert and delete single rows),"
                + " tpcc, rubis, twitter (applications). Default"
                + " register."));
    number(spec, "--sessions", "How many clients run at once.", DEFAULT.sessions());
    number(spec, "--transactions", "How many transactions commit.", DEFAULT.transactions());
    number(spec, "--operations", "Operations per transaction, on average.", DEFAULT.operations());
    number(spec, "--keys", "How many keys are in use at a time.", DEFAULT.keys());
    number(spec, "--seed", "The seed of all random choices.", DEFAULT.seed());
    spec.addOption(
        Options.repeated(
            "--inject",
            "KIND=N",
            "Plant N anomalies of a kind, such as FracturedRead=3 or k=3, or faults that"
                + " contradict timestamps, such as stale-read=3; may be repeated."
                + " OUT.truth.jsonl says where they are."));
    spec.addOption(HistoryOutput.option());
    spec.addOption(
        Options.choice(
            "--to",
            "FORMAT",
            KnownNames.writableFormats(),
            "The format to write. Default plume, or jsonl if plume cannot express it."));
    Options.section(spec, "What transactions do");
    ratio(
        spec,
        "--spread",
        "Operations vary from mean x (1 - R) to mean x (1 + R).",
        DEFAULT.spread());
    ratio(
        spec,
        "--read-ratio",
        "The share of reads; for general, mini and lwt, of read-only transactions.",
        DEFAULT.readRatio());
    ratio(
        spec,
        "--rmw-ratio",
        "For register and list-append: the share of operations that read a key and then write"
            + " it; for general, of transactions that do. What remains besides these and reads are"
            + " writes.",
        DEFAULT.readModifyWriteRatio());
    ratio(
        spec,
        "--predicate-ratio",
        "For predicate: the share of operations that are by condition.",
        DEFAULT.predicateRatio());
    number(
        spec,
        "--scale",
        "Warehouses for tpcc, 100 users and 50 items for rubis, 20 users for twitter.",
        DEFAULT.scale());
    ratio(spec, "--abort-ratio", "The share of transactions that abort.", DEFAULT.abortRatio());
    spec.addOption(
        Options.choice(
            "--distribution",
            "NAME",
            List.of("uniform", "zipf", "hotspot", "exponential"),
            "How often each key is used: uniform, zipf[:EXPONENT], hotspot[:KEYS:OPERATIONS] or"
                + " exponential[:RATE]. Default zipf."));
    spec.addOption(
        Options.value(
            "--writes-per-key",
            "N",
            "Replace a key by a new one after N writes, and count values from 1 on each key, as"
                + " Jepsen's tests do; 0: keys stay, and every value is unique. Default "
                + DataModel.LIST_APPEND.writesPerKey()
                + " for list-append, as every read shows all of a list, else 0."));
    spec.addOption(
        Options.choice(
            "--conflicts",
            "POLICY",
            conflictPolicies(),
            "What the snapshot store does about overlapping writers of a key: abort one, or"
                + " avoid them by taking another key. Default abort."));
    spec.addOption(Options.flag("--nil", "Let keys start at nil, not at 0."));
    Options.section(spec, "What is recorded");
    spec.addOption(Options.flag("--timestamps", "Start and commit timestamps."));
    spec.addOption(Options.flag("--hybrid", "Hybrid timestamps: milliseconds and a counter."));
    spec.addOption(Options.flag("--ties", "Equal timestamps where they leave nothing open."));
    spec.addOption(Options.flag("--real-time", "Begin and end times by the clients' clock."));
    spec.addOption(Options.flag("--serial", "The position of each transaction in commit order."));
    spec.addOption(
        Options.flag(
            "--versions",
            "The order of each key's versions, and the version sets of predicate reads."));
    spec.addOption(
        Options.flag(
            "--names",
            "For tpcc, rubis and twitter: call keys and transactions by what they are, such as"
                + " district.ytd/3 and payment-7; inserted rows are nil before."));
    spec.addOption(
        Options.value(
            "--truth",
            "FILE",
            "The file that says what was planted, instead of" + " OUT.truth.jsonl."));
    return Options.finish(
        spec,
        "isogauge generate --store causal --transactions 10000 -o history.txt",
        "isogauge generate --inject FracturedRead=3 --inject AbortedRead=1 -o bad.txt",
        "isogauge generate --store si --ties --inject stale-read=3 -o faulty.jsonl",
        "isogauge generate --workload predicate --serial --versions -o rows.jsonl",
        "isogauge generate --workload lwt --real-time --keys 1 -o swaps.jsonl",
        "isogauge generate --sessions 4 --seed 7 | isogauge check -");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    Optional<HistoryFormat> wanted = arguments.writableFormat("--to");
    HistoryOutput output = HistoryOutput.of(arguments, console);
    WorkloadSpec workload;
    List<Injection> injections = new ArrayList<>();
    try {
      for (String injection : arguments.texts("--inject")) {
        injections.add(Injection.parse(injection));
      }
      workload = workload(arguments, recording(arguments, injections, wanted));
    } catch (InvalidWorkloadException e) {
      throw new UsageException("--" + e.getMessage());
    }
    Optional<Path> truth = truth(arguments, output, injections);
    if (truth.isPresent()) {
      AtomicFile.requirePossible(truth.get());
    }
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      progress.phase("generating");
      GeneratedHistory generated = HistoryGenerator.generate(workload, injections);
      progress.phase("writing " + output.name());
      int code = output.write(generated.history(), wanted.orElse(formatFor(workload)));
      if (truth.isPresent()) {
        writeTruth(truth.get(), generated);
      }
      return code;
    } catch (InvalidWorkloadException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }

  private static HistoryFormat formatFor(WorkloadSpec workload) {
    boolean plain =
        workload.recording().timestamps() == Timestamps.NONE
            && !workload.recording().realTime()
            && !workload.recording().serial()
            && !workload.recording().versionOrder()
            && !workload.recording().names()
            && !workload.startsAtNil();
    return plain ? HistoryFormat.PLUME : HistoryFormat.JSONL;
  }

  /** What to put down; faults, hybrid timestamps, ties and timekiller ask for timestamps. */
  private static Recording recording(
      Arguments arguments, List<Injection> injections, Optional<HistoryFormat> format) {
    boolean timekiller = format.filter(each -> each.id().equals(TIMEKILLER)).isPresent();
    boolean elle = format.filter(each -> each.id().equals(ELLE)).isPresent();
    boolean faults = injections.stream().anyMatch(injection -> injection.fault().isPresent());
    boolean stamped = arguments.flag("--timestamps") || arguments.flag("--ties");
    Timestamps timestamps = stamped || faults || timekiller ? Timestamps.COUNTER : Timestamps.NONE;
    return new Recording(
        arguments.flag("--hybrid") ? Timestamps.HYBRID : timestamps,
        arguments.flag("--ties"),
        arguments.flag("--real-time"),
        !timekiller,
        timekiller || elle || arguments.flag("--nil"),
        arguments.flag("--serial"),
        arguments.flag("--versions"),
        arguments.flag("--names"));
  }

  private static WorkloadSpec workload(Arguments arguments, Recording recording)
      throws UsageException {
    DataModel model = arguments.named("--workload", DataModel::byName, models(), DEFAULT.model());
    return new WorkloadSpec(
        arguments.named("--store", StoreKind::byName, stores(), DEFAULT.store()),
        arguments.integer("--sessions", DEFAULT.sessions(), 1),
        arguments.integer("--transactions", DEFAULT.transactions(), 1),
        arguments.integer("--operations", DEFAULT.operations(), 1),
        arguments.ratio("--spread", DEFAULT.spread()),
        arguments.ratio("--read-ratio", DEFAULT.readRatio()),
        arguments.ratio("--rmw-ratio", DEFAULT.readModifyWriteRatio()),
        arguments.ratio("--predicate-ratio", DEFAULT.predicateRatio()),
        arguments.integer("--keys", DEFAULT.keys(), 1),
        arguments.integer("--writes-per-key", model.writesPerKey(), 0),
        arguments.text("--distribution").map(KeyDistribution::parse).orElse(DEFAULT.distribution()),
        arguments.ratio("--abort-ratio", DEFAULT.abortRatio()),
        arguments.number("--seed", DEFAULT.seed(), Long.MIN_VALUE, Long.MAX_VALUE),
        model,
        arguments.integer("--scale", DEFAULT.scale(), 1),
        arguments.named(
            "--conflicts", ConflictPolicy::byName, conflictPolicies(), DEFAULT.conflicts()),
        recording);
  }

  /** Where to say what was planted, if anything is: beside the history by default. */
  private static Optional<Path> truth(
      Arguments arguments, HistoryOutput output, List<Injection> injections) throws UsageException {
    Optional<Path> named = arguments.path("--truth");
    if (injections.isEmpty()) {
      if (named.isPresent()) {
        throw new UsageException("found --truth without --inject; expected what to plant");
      }
      return Optional.empty();
    }
    if (named.isPresent()) {
      return named;
    }
    Path history =
        output
            .file()
            .orElseThrow(
                () ->
                    new UsageException(
                        "on standard output there is no place for what --inject planted; name a"
                            + " file with -o, or one for the truth with --truth"));
    return Optional.of(history.resolveSibling(history.getFileName() + ".truth.jsonl"));
  }

  private static void writeTruth(Path truth, GeneratedHistory generated)
      throws EnvironmentException {
    try (AtomicFile file = new AtomicFile(truth)) {
      GroundTruth.write(generated, file.output());
      file.commit();
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + FileFailures.message(truth.toString(), e));
    }
  }

  private static void number(CommandSpec spec, String name, String what, long otherwise) {
    spec.addOption(Options.value(name, "N", what + " Default " + otherwise + "."));
  }

  private static void ratio(CommandSpec spec, String name, String what, double otherwise) {
    spec.addOption(Options.value(name, "R", what + " Default " + otherwise + "."));
  }

  private static List<String> models() {
    return Arrays.stream(DataModel.values()).map(DataModel::id).toList();
  }

  private static List<String> conflictPolicies() {
    return Arrays.stream(ConflictPolicy.values()).map(ConflictPolicy::id).toList();
  }

  private static List<String> stores() {
    List<String> names = new ArrayList<>();
    for (StoreKind store : StoreKind.values()) {
      names.add(store.id());
    }
    return names;
  }
}
