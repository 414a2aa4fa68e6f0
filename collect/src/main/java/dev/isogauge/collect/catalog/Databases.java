package dev.isogauge.collect.catalog;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.Topology.Part;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.sql.JdbcUrl;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Databases by the names that users give them. What can be known of a name before anything is
 * fetched or started is asked first:
 *
 * <pre>{@code
 * Databases.capabilities("h2").level("serializable");
 * try (Database database = Databases.open("h2", DatabaseOptions.defaults());
 *     Session session = database.open(database.capabilities().level("serializable"))) {
 *   session.begin();
 *   session.write(1, 10);
 *   session.commit();
 * }
 * }</pre>
 */
public final class Databases {
  /** By name, in the order in which they are found. */
  private static final Map<String, DatabaseProvider> PROVIDERS = providers();

  /** What only a driver of the user's reaches. */
  private static final String OTHER = "jdbc";

  /** As the databases' own clients write it. */
  private static final Pattern NATIVE_URL =
      Pattern.compile(
          "(?<kind>postgres|postgresql|mysql|mariadb)://(?:(?<user>[^:@/]*)(?::[^@/]*)?@)?"
              + "(?<place>[^?]*)(?:\\?.*)?");

  private Databases() {}

  private static Map<String, DatabaseProvider> providers() {
    Map<String, DatabaseProvider> providers = new LinkedHashMap<>();
    ServiceLoader.load(DatabaseProvider.class)
        .forEach(
            provider -> {
              providers.putIfAbsent(provider.name(), provider);
              provider.otherNames().forEach(name -> providers.putIfAbsent(name, provider));
            });
    return providers;
  }

  /** The databases there are, but for those that a driver of the user's reaches. */
  public static List<DatabaseProvider> known() {
    return providersWith(provider -> !provider.name().equals(OTHER)).toList();
  }

  private static Stream<DatabaseProvider> providersWith(
      java.util.function.Predicate<DatabaseProvider> condition) {
    return PROVIDERS.values().stream().distinct().filter(condition);
  }

  /** A name in its parts. */
  private record Name(DatabaseProvider provider, String variant) {
    /** The longest name of a provider decides; empty if there is none. */
    static Optional<Name> find(String text) {
      for (int end = text.length(); end > 0; end = text.lastIndexOf(':', end - 1)) {
        DatabaseProvider provider = PROVIDERS.get(text.substring(0, end));
        if (provider != null) {
          return Optional.of(new Name(provider, text.substring(Math.min(end + 1, text.length()))));
        }
      }
      return Optional.empty();
    }

    static Name of(String text) throws UnknownNameException {
      Optional<Name> name = find(text);
      if (name.isEmpty() || name.get().provider().name().equals(OTHER)) {
        throw text.startsWith(OTHER + ":") ? unknownUrl(text) : unknown(text);
      }
      DatabaseProvider provider = name.get().provider();
      String variant = name.get().variant();
      if (!provider.knows(variant)) {
        throw provider.variants().isEmpty() || !variant.matches("[\\w.-]+")
            ? unknown(text)
            : new UnknownNameException(
                "variant of " + provider.name(), variant, provider.variants());
      }
      return name.get();
    }

    /** The same where a driver of the user's may be asked for. */
    static Name of(String text, Topology topology) throws DatabaseException {
      return topology.driverJars().isEmpty() ? of(text) : new Name(PROVIDERS.get(OTHER), text);
    }
  }

  /**
   * The systems that may be behind this name: one for most databases, several where the server or
   * its settings decide, none where only asking tells. Nothing is fetched or started.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   */
  public static List<DatabaseSystem> systems(String name) throws UnknownNameException {
    return Name.of(name).provider().systems();
  }

  /**
   * Those that may be behind it where it consists of several servers. Nothing is fetched or
   * started, but for an adapter, which is asked.
   *
   * @param settings what an adapter is told
   * @throws DatabaseException if such a database cannot consist of them
   */
  public static List<DatabaseSystem> systems(
      String name, Topology topology, Map<String, String> settings) throws DatabaseException {
    requireOwnDriver(name, topology);
    Name parts = Name.of(name, topology);
    requirePossible(name, parts.provider(), topology);
    return parts.provider().systems(parts.variant(), topology, settings);
  }

  private static void requireOwnDriver(String name, Topology topology) throws DatabaseException {
    if (topology.driverJars().isEmpty()) {
      return;
    }
    for (String url : Stream.concat(Stream.of(name), topology.urls().stream()).toList()) {
      if (!url.startsWith(OTHER + ":")) {
        throw new DatabaseException(
            "your driver for " + shown(url) + "; expected a JDBC URL that it knows");
      }
    }
    if (topology.hasReplicas() || topology.nodes() > 0 || !topology.faults().isEmpty()) {
      throw new DatabaseException("your driver; expected no replicas, nodes or faults");
    }
  }

  /** Refuses servers that such a database cannot consist of, and faults that they cannot have. */
  private static void requirePossible(String name, DatabaseProvider provider, Topology topology)
      throws DatabaseException {
    Set<Part> parts = provider.parts();
    if (topology.nodes() > 0 && !parts.contains(Part.NODES)) {
      throw new DatabaseException(shown(name) + " with --nodes; expected " + having(Part.NODES));
    }
    if (!topology.urls().isEmpty() && topology.hasReplicas()) {
      throw new DatabaseException("several servers and replicas; expected one server with these");
    }
    for (String url : topology.urls()) {
      if (!parts.contains(Part.URLS) || Name.of(url, topology).provider() != provider) {
        throw new DatabaseException(
            shown(name) + " and " + shown(url) + "; expected servers of one kind, by their URLs");
      }
    }
    if (topology.hasReplicas()
        && !parts.contains(Part.REPLICAS)
        && !parts.contains(Part.READ_URLS)) {
      throw new DatabaseException(
          shown(name) + " with replicas; expected " + having(Part.REPLICAS, Part.READ_URLS));
    }
    for (String url : topology.readUrls()) {
      if (parts.contains(Part.READ_URLS) && Name.of(url).provider() != provider) {
        throw new DatabaseException(
            "the replica " + shown(url) + "; expected a " + provider.form());
      }
    }
    if (!topology.faults().isEmpty() && !parts.contains(Part.FAULTS)) {
      throw new DatabaseException(
          shown(name)
              + " with faults; expected a server that Isogauge starts: "
              + having(Part.FAULTS));
    }
  }

  /** The names of those that understand one of these; an adapter is asked itself. */
  private static String having(Part... parts) {
    return providersWith(
            provider ->
                !provider.systems().isEmpty()
                    && Stream.of(parts).anyMatch(provider.parts()::contains))
        .map(provider -> provider.name())
        .collect(Collectors.joining(", "));
  }

  /**
   * What a database of this name may be able to do: all that some system behind the name can.
   * Nothing is fetched or started, but for an adapter, which is asked.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   */
  public static Capabilities capabilities(String name) throws DatabaseException {
    return capabilities(name, Topology.USUAL, Map.of());
  }

  /** The same for several servers. */
  public static Capabilities capabilities(
      String name, Topology topology, Map<String, String> settings) throws DatabaseException {
    List<Capabilities> possible =
        systems(name, topology, settings).stream().map(DatabaseSystem::capabilities).toList();
    return new Capabilities(
        possible.stream().flatMap(each -> each.levels().stream()).distinct().toList(),
        possible.get(0).defaultLevel(),
        possible.stream()
            .flatMap(each -> each.abilities().stream())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class))));
  }

  /** Whether schedules may run there: it has SQL, or is unknown, or an adapter. */
  public static boolean hasSql(String name) {
    List<DatabaseSystem> systems =
        Name.find(name).map(parts -> parts.provider().systems()).orElse(List.of());
    return systems.isEmpty()
        || systems.stream().anyMatch(system -> system.capabilities().has(Capability.SQL));
  }

  /** How many such databases can run side by side where many short schedules are run. */
  public static int sideBySide(String name) {
    return Name.find(name).map(parts -> parts.provider().sideBySide()).orElse(1);
  }

  /** How a program without Isogauge reaches such a database; empty if that cannot be said. */
  public static Optional<ClientProgram> program(
      String name, Level level, Map<String, String> settings) {
    return Name.find(name)
        .flatMap(parts -> parts.provider().program(parts.variant(), level, settings));
  }

  /**
   * Starts or connects to a database.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   * @throws DatabaseException if it cannot be started or connected to; nothing is left running
   */
  public static Database open(String name, DatabaseOptions options) throws DatabaseException {
    return open(name, Topology.USUAL, options);
  }

  /** The same for several servers. */
  public static Database open(String name, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    requireOwnDriver(name, topology);
    Name parts = Name.of(name, topology);
    requirePossible(name, parts.provider(), topology);
    if (!parts.provider().systems().isEmpty()) { // An adapter is started once, not twice.
      parts.provider().systems(parts.variant(), topology, options.settings());
    }
    return parts.provider().open(name, parts.variant(), topology, options);
  }

  private static UnknownNameException unknown(String name) {
    Matcher url = NATIVE_URL.matcher(name);
    if (url.matches()) {
      String kind = url.group("kind").equals("postgres") ? "postgresql" : url.group("kind");
      String user = url.group("user") == null ? "ME" : url.group("user");
      return new UnknownNameException(
          kind,
          String.format(
              "found a URL of %s's own; expected a JDBC URL: %s:%s://%s?user=%s ('isogauge help"
                  + " passwords' shows how to give a password)",
              kind, OTHER, kind.equals("mysql") ? "mariadb" : kind, url.group("place"), user));
    }
    return new UnknownNameException(
        "database", shown(name), known().stream().map(DatabaseProvider::form).toList());
  }

  private static UnknownNameException unknownUrl(String url) {
    List<String> kinds =
        new ArrayList<>(
            PROVIDERS.keySet().stream()
                .filter(name -> name.startsWith(OTHER + ":"))
                .map(name -> name + ":")
                .toList());
    kinds.add("others with --driver-jar");
    return new UnknownNameException(
        "kind of JDBC URL", url.replaceFirst("^(jdbc:[^:]*:?).*", "$1"), kinds);
  }

  /** The name without what should not be shown: user, password and options of a URL. */
  public static String shown(String name) {
    boolean isWhole = Name.find(name).filter(parts -> parts.provider().showsNames()).isPresent();
    return isWhole ? name : JdbcUrl.shown(name);
  }
}
