package dev.isogauge.app.test;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.fault.CommandNode;
import dev.isogauge.collect.reproduce.FindingSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Which servers are tested together, as users give them. */
final class Servers {
  private static final String REPLICAS = "--replicas";
  private static final String READ_URL = "--read-url";
  private static final String NODES = "--nodes";
  private static final String FAULTS = "--faults";
  private static final String FAULT_COMMAND = "--fault-command";
  private static final String OUTAGE = "--outage";
  private static final String DRIVER = "--driver-jar";
  private static final int MOST = 9;

  private Servers() {}

  /** A driver of the user's. */
  static OptionSpec driverOption() {
    return Options.repeated(
        DRIVER,
        "FILE",
        "The jar of a JDBC driver that Isogauge does not know; repeat it for jars that it"
            + " needs. Tables items and lists are created in the login's schema, and dropped.");
  }

  static void describe(CommandSpec spec) {
    spec.addOption(
        Options.value(
            NODES,
            "N",
            "For clusters: how many servers to start; sessions are spread over them."
                + " Default 1 for etcd, 3 for others."));
    spec.addOption(
        Options.value(
            REPLICAS,
            "N",
            "For postgres: also start N standbys. Sessions are spread over all servers; those"
                + " on a standby only read. Default 0."));
    spec.addOption(
        Options.repeated(
            READ_URL,
            "URL",
            "A replica of the tested jdbc:postgresql: URL; its sessions only read. May be"
                + " repeated."));
    spec.addOption(
        Options.value(
            FAULTS,
            "KINDS",
            "Make started servers fail during the run, as --seed decides: "
                + String.join(", ", FaultKind.ids())
                + ", or several with commas. Afterwards, look for lost writes. Default: none."));
    spec.addOption(
        Options.value(
            FAULT_COMMAND,
            "COMMAND",
            "Make your own servers fail by this command, which is called with the kind of --faults,"
                + " the number of the server from 1, and begin or end. There are as many servers"
                + " as URLs, or --nodes N. Default: none."));
    spec.addOption(
        Options.value(
            OUTAGE,
            "TIME",
            "Go on for this long although no transaction is accepted, and look for lost writes"
                + " afterwards. Default 5s, and to the end with --faults."));
  }

  static Topology of(Arguments arguments) throws UsageException {
    List<String> names = arguments.databases();
    boolean own = faultCommand(arguments).isPresent();
    return Topology.USUAL
        .withNodes(own ? 0 : (int) arguments.number(NODES, 0, 1, MOST))
        .withReplicas((int) arguments.number(REPLICAS, 0, 0, MOST))
        .withUrls(names.subList(1, names.size()))
        .withReadUrls(arguments.texts(READ_URL))
        .withDriverJars(arguments.texts(DRIVER).stream().map(Path::of).toList())
        .withFaults(own ? Set.of() : faults(arguments));
  }

  /** What makes servers of the user's fail. */
  private static Optional<String> faultCommand(Arguments arguments) throws UsageException {
    Optional<String> command = arguments.text(FAULT_COMMAND);
    if (command.isPresent() && !arguments.databases().get(0).startsWith("jdbc:")) {
      throw new UsageException(
          FAULT_COMMAND + ": Isogauge makes servers fail that it starts; expected a JDBC URL");
    }
    if (command.isPresent() && arguments.names(FAULTS).isEmpty()) {
      throw new UsageException(FAULT_COMMAND + ": expected --faults, the kinds that it can cause");
    }
    return command;
  }

  /** How long a run goes on without an accepted transaction, if the user says. */
  static Optional<Duration> outage(Arguments arguments) throws UsageException {
    return arguments.duration(OUTAGE);
  }

  /** The servers that are to fail. */
  static List<ServerNode> failing(Database database, Arguments arguments) throws UsageException {
    Optional<String> command = faultCommand(arguments);
    return command.isEmpty()
        ? database.servers()
        : CommandNode.of(command.get(), (int) arguments.number(NODES, database.places(), 1, MOST));
  }

  /** How servers are to fail. */
  static Set<FaultKind> faults(Arguments arguments) throws UsageException {
    Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
    for (String name : arguments.names(FAULTS)) {
      Optional<FaultKind> kind = FaultKind.byName(name);
      if (kind.isEmpty()) {
        throw Arguments.unknown("fault", name, FaultKind.ids(), FaultKind.ids());
      }
      faults.add(kind.get());
    }
    return faults;
  }

  /** Every name and URL that is given. */
  static List<String> names(Arguments arguments) throws UsageException {
    List<String> names = new ArrayList<>(arguments.databases());
    names.addAll(arguments.texts(READ_URL));
    return names;
  }

  /** The same servers, each URL changed. */
  static Topology with(UnaryOperator<String> change, Topology topology) {
    return topology
        .withUrls(topology.urls().stream().map(change).toList())
        .withReadUrls(topology.readUrls().stream().map(change).toList());
  }

  /** Where findings are made. */
  static FindingSource scene(Database database, Arguments arguments) throws UsageException {
    if (!faults(arguments).isEmpty()) {
      return FindingSource.FAILING_SERVERS;
    }
    return database.servers().size() <= 1 && names(arguments).size() == 1
        ? FindingSource.ONE_SERVER
        : FindingSource.SEVERAL_SERVERS;
  }

  /** What to call to have the same servers again, without users and passwords. */
  static List<String> options(Arguments arguments) throws UsageException {
    List<String> options = new ArrayList<>();
    List<String> names = arguments.databases();
    names.subList(1, names.size()).forEach(url -> options.add(Databases.shown(url)));
    for (String option : List.of(NODES, REPLICAS, FAULTS, FAULT_COMMAND, OUTAGE)) {
      arguments.text(option).ifPresent(value -> options.addAll(List.of(option, value)));
    }
    for (String jar : arguments.texts(DRIVER)) {
      options.addAll(List.of(DRIVER, jar));
    }
    for (String url : arguments.texts(READ_URL)) {
      options.addAll(List.of(READ_URL, Databases.shown(url)));
    }
    return options;
  }
}
