package dev.isogauge.collect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * How a program of its own, with nothing of Isogauge, reaches a database.
 *
 * @param jars the driver or client first, as Maven names them; none if Java itself is enough
 * @param bringsOthers whether they need jars besides, which a project of Maven names
 * @param options further options of Java
 * @param url what it connects to unless told otherwise; empty if it must be told
 * @param example what it must be told
 * @param server how to start what it connects to, where that is not obvious
 * @param store Java that talks to a store of keys and values; empty for JDBC
 * @param words what stands for the words of that text which are between {@code @}
 */
public record ClientProgram(
    List<String> jars,
    boolean bringsOthers,
    List<String> options,
    String url,
    String example,
    String server,
    String store,
    Map<String, String> words) {
  public ClientProgram {
    jars = List.copyOf(jars);
    options = List.copyOf(options);
    words = Map.copyOf(words);
  }

  /** By JDBC, to an engine that runs in the program itself. */
  public static ClientProgram embedded(String jar, String url) {
    return new ClientProgram(List.of(jar), false, List.of(), url, "", "", "", Map.of());
  }

  /** By JDBC, to a server that the user names. */
  public static ClientProgram toServer(String jar, String example) {
    return new ClientProgram(List.of(jar), false, List.of(), "", example, "", "", Map.of());
  }

  /**
   * To a store of keys and values, one member of which runs in the program itself.
   *
   * @param owner beside whose class the text {@code STORE.store} lies
   */
  public static ClientProgram store(
      Class<?> owner, String store, List<String> jars, Map<String, String> words) {
    return new ClientProgram(
        jars, true, List.of(), "", "", "", text(owner, store + ".store"), words);
  }

  /** The same with jars that need no others. */
  public ClientProgram alone() {
    return new ClientProgram(jars, false, options, url, example, server, store, words);
  }

  /** The same with jars that need others. */
  public ClientProgram withOthers() {
    return new ClientProgram(jars, true, options, url, example, server, store, words);
  }

  /** The same with options of Java. */
  public ClientProgram withOptions(List<String> further) {
    return new ClientProgram(jars, bringsOthers, further, url, example, server, store, words);
  }

  /** The same, to a server that is started by a command. */
  public ClientProgram toServerOf(String address, String command) {
    return new ClientProgram(jars, bringsOthers, options, "", address, command, store, words);
  }

  private static String text(Class<?> owner, String file) {
    try (InputStream stream = owner.getResourceAsStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
