package dev.isogauge.recorder.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Calls through proxies, with the exceptions of what they stand for. */
final class Calls {
  private Calls() {}

  static Object on(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** With the driver's own public interfaces, to which applications cast. */
  static Connection proxy(Connection connection, InvocationHandler handler) {
    Set<Class<?>> types = new LinkedHashSet<>(Set.of(Connection.class));
    for (Class<?> each = connection.getClass(); each != null; each = each.getSuperclass()) {
      for (Class<?> type : each.getInterfaces()) {
        if (Modifier.isPublic(type.getModifiers())
            && type.getModule().isExported(type.getPackageName(), Calls.class.getModule())) {
          types.add(type);
        }
      }
    }
    try {
      ClassLoader loader = connection.getClass().getClassLoader();
      return (Connection) Proxy.newProxyInstance(loader, types.toArray(Class<?>[]::new), handler);
    } catch (IllegalArgumentException e) {
      return proxy(Connection.class, handler);
    }
  }

  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Calls.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
