package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/**
 * JDBC drivers, each in a class loader that sees its own jars and the JDK: several versions of a
 * database can run side by side, and none meets the libraries of Isogauge.
 */
public final class Drivers {
  /** Loaders live as long as the process: embedded engines keep state in static fields. */
  private static final Map<List<Path>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  private final Artifacts artifacts;

  /** Drivers from these jars. */
  public Drivers(Artifacts artifacts) {
    this.artifacts = artifacts;
  }

  /** Drivers from jars in the usual places. */
  public static Drivers of(DatabaseOptions options) {
    return new Drivers(new Artifacts(options.notices()));
  }

  /** The classes of this jar, and of a package of ours that is compiled against it. */
  public ClassLoader classesWith(String packageName, String jar) throws DatabaseException {
    return LOADERS.computeIfAbsent(
        artifacts.jars(jar), files -> new AdapterLoader(packageName, urls(files)));
  }

  /** The driver of this class in this jar. */
  public Driver load(String className, String jar) throws DatabaseException {
    List<Path> files = artifacts.jars(jar);
    try {
      return Class.forName(className, true, LOADERS.computeIfAbsent(files, Drivers::loader))
          .asSubclass(Driver.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new DatabaseException("there is no usable driver " + className + " in " + files, e);
    }
  }

  /** The driver in jars of the user's that knows the URL. */
  public static Driver find(String url, List<Path> jars) throws DatabaseException {
    try {
      for (Driver driver :
          ServiceLoader.load(Driver.class, LOADERS.computeIfAbsent(jars, Drivers::loader))) {
        if (driver.acceptsURL(url)) {
          return driver;
        }
      }
    } catch (SQLException | ServiceConfigurationError | LinkageError e) {
      throw new DatabaseException("the driver in " + jars + " does not load: " + e.getMessage(), e);
    }
    throw new DatabaseException("no driver in " + jars + " knows such a URL");
  }

  private static ClassLoader loader(List<Path> files) {
    return new URLClassLoader(urls(files), ClassLoader.getPlatformClassLoader());
  }

  private static URL[] urls(List<Path> files) {
    URL[] urls = new URL[files.size()];
    for (int i = 0; i < urls.length; i++) {
      try {
        urls[i] = files.get(i).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(e);
      }
    }
    return urls;
  }
}
