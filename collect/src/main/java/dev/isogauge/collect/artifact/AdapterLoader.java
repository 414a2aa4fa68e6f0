package dev.isogauge.collect.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Sees some jars, and defines the classes of one package of ours again, so that they see the jars
 * too: that package is compiled against a library that is not on the class path. Everything else of
 * ours is the same as elsewhere. The jars come before the class path, which may hold another
 * version of them.
 */
final class AdapterLoader extends URLClassLoader {
  private static final ClassLoader OURS = AdapterLoader.class.getClassLoader();

  private final String prefix;

  AdapterLoader(String packageName, URL... jars) {
    super(jars, ClassLoader.getPlatformClassLoader());
    this.prefix = packageName + ".";
  }

  /** Asked for what is neither of the JDK nor loaded yet. */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(prefix)) {
      return define(name);
    }
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException e) {
      return OURS.loadClass(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream stream = OURS.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (stream == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = stream.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
