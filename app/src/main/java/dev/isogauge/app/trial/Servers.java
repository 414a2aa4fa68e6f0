package dev.isogauge.app.trial;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.reproduce.Scene;
import java.nio.file.Path;
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
  }

  static Topology of(Arguments arguments) throws UsageException {
    List<String> names = arguments.databases();
    return Topology.USUAL
        .withNodes((int) arguments.number(NODES, 0, 1, MOST))
        .withReplicas((int) arguments.number(REPLICAS, 0, 0, MOST))
        .withUrls(names.subList(1, names.size()))
        .withReadUrls(arguments.texts(READ_URL))
        .withDriverJars(arguments.texts(DRIVER).stream().map(Path::of).toList())
        .withFaults(faults(arguments));
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
  static Scene scene(Database database, Arguments arguments) throws UsageException {
    if (!faults(arguments).isEmpty()) {
      return Scene.FAILING_SERVERS;
    }
    return database.servers().size() <= 1 && names(arguments).size() == 1
        ? Scene.ONE_SERVER
        : Scene.SEVERAL_SERVERS;
  }

  /** What to call to have the same servers again, without users and passwords. */
  static List<String> options(Arguments arguments) throws UsageException {
    List<String> options = new ArrayList<>();
    List<String> names = arguments.databases();
    names.subList(1, names.size()).forEach(url -> options.add(Databases.shown(url)));
    for (String option : List.of(NODES, REPLICAS, FAULTS)) {
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
