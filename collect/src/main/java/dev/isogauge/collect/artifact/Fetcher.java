package dev.isogauge.collect.artifact;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Fetches jars from the repositories of the user into a local one. */
@FunctionalInterface
interface Fetcher {
  /**
   * The files of these jars, in their order.
   *
   * @throws java.io.FileNotFoundException if no repository has one
   * @throws IOException if one cannot be had for another reason; the message says which
   */
  List<Path> fetch(List<String> coordinates, Path into, Consumer<String> notices)
      throws IOException;

  /**
   * Maven's resolver. It is called by reflection because Maven's jars share packages, which Java
   * modules must not; and so it is loaded only when something is missing.
   */
  @SuppressWarnings("unchecked")
  static List<Path> maven(List<String> coordinates, Path into, Consumer<String> notices)
      throws IOException {
    try {
      return (List<Path>)
          Class.forName("dev.isogauge.fetch.MavenRepositories")
              .getMethod("fetch", List.class, Path.class, Consumer.class)
              .invoke(null, coordinates, into, notices);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IOException("isogauge-fetch is not on the class path", e);
    }
  }
}
