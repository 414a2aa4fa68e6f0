package dev.isogauge.node;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What a node is told, a file of properties:
 *
 * <ul>
 *   <li>{@code number}: which node of the cluster this is, from 0; {@code nodes}: of how many
 *   <li>{@code data}: its directory
 *   <li>{@code member}: the class of the {@link Member}
 *   <li>{@code host.N}: the address of node N
 *   <li>{@code port.N}: where sessions reach it; {@code port.N.P}: its further ports, from 0
 *   <li>{@code secret}: what sessions must know
 *   <li>{@code lockTimeoutMillis}: how long a transaction waits for another one
 *   <li>{@code set.NAME}: settings in the store's own words
 * </ul>
 */
public record NodeSettings(Properties properties) {
  private static final String SETTING = "set.";

  /** Which node this is, from 0. */
  public int number() {
    return Integer.parseInt(text("number"));
  }

  /** How many nodes there are. */
  public int nodes() {
    return Integer.parseInt(text("nodes"));
  }

  /** Where the node may keep files. */
  public Path data() {
    return Path.of(text("data"));
  }

  /** The address of a node. */
  public String host(int node) {
    return text("host." + node);
  }

  /** The address of this one. */
  public String host() {
    return host(number());
  }

  /** Where sessions reach a node. */
  int sessionPort(int node) {
    return Integer.parseInt(text("port." + node));
  }

  /** A port of a node for purposes of its own. */
  public int port(int node, int purpose) {
    return Integer.parseInt(text("port." + node + "." + purpose));
  }

  /** The same of this one. */
  public int port(int purpose) {
    return port(number(), purpose);
  }

  String member() {
    return text("member");
  }

  String secret() {
    return text("secret");
  }

  /** How long a transaction may wait for another one. */
  public long lockTimeoutMillis() {
    return Long.parseLong(text("lockTimeoutMillis"));
  }

  /** Settings in the store's own words. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(SETTING)) {
        settings.put(name.substring(SETTING.length()), text(name));
      }
    }
    return settings;
  }

  private String text(String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException("the node lacks the setting " + name);
    }
    return value;
  }
}
