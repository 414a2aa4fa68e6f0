package dev.isogauge.collect.rocksdb;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * RocksDB's Java classes, called by name: they are fetched when first asked for, so nothing can be
 * compiled against them. A method is found by the classes of its arguments.
 */
final class Library {
  private static final String PACKAGE = "org.rocksdb.";

  private record Signature(Class<?> owner, String name, List<Class<?>> arguments) {}

  private final ClassLoader classes;
  private final Map<Signature, Executable> found = new ConcurrentHashMap<>();

  Library(ClassLoader classes) {
    this.classes = classes;
  }

  /** RocksDB refused. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    private RefusedException(String message, String code, Throwable cause) {
      super(message, cause);
      this.code = code;
    }

    /** The code of its status, such as {@code Busy}. */
    String code() {
      return code;
    }
  }

  Object create(String className, Object... arguments) throws RefusedException {
    Constructor<?> constructor =
        (Constructor<?>) found(new Signature(type(className), "", classes(arguments)));
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw refused(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw unlike(constructor.toString(), e);
    }
  }

  Object callStatic(String className, String method, Object... arguments) throws RefusedException {
    return call(type(className), null, method, arguments);
  }

  Object call(Object target, String method, Object... arguments) throws RefusedException {
    return call(target.getClass(), target, method, arguments);
  }

  private Object call(Class<?> owner, Object target, String name, Object... arguments)
      throws RefusedException {
    Method method = (Method) found(new Signature(owner, name, classes(arguments)));
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw refused(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw unlike(method.toString(), e);
    }
  }

  private RefusedException refused(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause instanceof RuntimeException fault) {
      throw fault;
    }
    String code = "Undefined";
    try {
      Object status = cause.getClass().getMethod("getStatus").invoke(cause);
      if (status != null) {
        code = String.valueOf(call(status, "getCode"));
      }
    } catch (ReflectiveOperationException | RefusedException e) {
      // The message has to do.
    }
    return new RefusedException(code + ": " + cause.getMessage(), code, cause);
  }

  private Class<?> type(String className) {
    try {
      return Class.forName(PACKAGE + className, true, classes);
    } catch (ClassNotFoundException e) {
      throw unlike(className, e);
    }
  }

  private Executable found(Signature wanted) {
    return found.computeIfAbsent(wanted, Library::find);
  }

  private static Executable find(Signature wanted) {
    Executable[] candidates =
        wanted.name().isEmpty() ? wanted.owner().getConstructors() : wanted.owner().getMethods();
    return Arrays.stream(candidates)
        .filter(candidate -> wanted.name().isEmpty() || candidate.getName().equals(wanted.name()))
        .filter(candidate -> fits(candidate.getParameterTypes(), wanted.arguments()))
        .findFirst()
        .orElseThrow(() -> unlike(wanted.toString(), null));
  }

  private static boolean fits(Class<?>[] parameters, List<Class<?>> arguments) {
    boolean fits = parameters.length == arguments.size();
    for (int i = 0; fits && i < parameters.length; i++) {
      Class<?> argument = arguments.get(i);
      fits =
          parameters[i].isAssignableFrom(argument)
              || (parameters[i] == long.class && argument == Long.class)
              || (parameters[i] == boolean.class && argument == Boolean.class);
    }
    return fits;
  }

  private static List<Class<?>> classes(Object... arguments) {
    return Arrays.stream(arguments).<Class<?>>map(Object::getClass).toList();
  }

  private static IllegalStateException unlike(String what, Exception e) {
    return new IllegalStateException("this version of RocksDB has no usable " + what, e);
  }
}
