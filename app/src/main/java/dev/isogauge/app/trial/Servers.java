package dev.isogauge.app.trial;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/** Which servers are tested together, as users give them. */
final class Servers {
  private static final String REPLICAS = "--replicas";
  private static final String READ_URL = "--read-url";
  private static final String NODES = "--nodes";
  private static final int MOST = 9;

  private Servers() {}

  static void describe(CommandSpec spec) {
    spec.addOption(
        Options.value(
            NODES,
            "N",
            "Of etcd and galera: how many servers to start; sessions are spread over them in turn."
                + " Default 1 of etcd, 3 of galera."));
    spec.addOption(
        Options.value(
            REPLICAS,
            "N",
            "Of postgres: start N standbys, too. Sessions are spread over all servers in turn;"
                + " those on a standby only read. Default 0."));
    spec.addOption(
        Options.repeated(
            READ_URL,
            "URL",
            "A replica of the jdbc:postgresql:URL that is tested; its sessions only read. May be repeated."));
  }

  static Topology of(Arguments arguments) throws UsageException {
    List<String> names = arguments.databases();
    return Topology.USUAL
        .withNodes((int) arguments.number(NODES, 0, 1, MOST))
        .withReplicas((int) arguments.number(REPLICAS, 0, 0, MOST))
        .withUrls(names.subList(1, names.size()))
        .withReadUrls(arguments.texts(READ_URL));
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

  /** What to call to have the same servers again, without users and passwords. */
  static List<String> options(Arguments arguments) throws UsageException {
    List<String> options = new ArrayList<>();
    List<String> names = arguments.databases();
    names.subList(1, names.size()).forEach(url -> options.add(Databases.shown(url)));
    for (String option : List.of(NODES, REPLICAS)) {
      arguments.text(option).ifPresent(value -> options.addAll(List.of(option, value)));
    }
    for (String url : arguments.texts(READ_URL)) {
      options.addAll(List.of(READ_URL, Databases.shown(url)));
    }
    return options;
  }
}
