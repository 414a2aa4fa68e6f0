package dev.isogauge.collect.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Something between us and connections of a real driver, which answers calls in its own way. */
final class SilentDriver {
  /** How a call is answered. */
  @FunctionalInterface
  interface Fault {
    /** A fault that is none. */
    Fault NONE = (method, call) -> call.pass();

    /** Answers a call of a connection or a prepared statement. */
    Object answer(String method, Call call) throws SQLException;

    /** Answers this method in another way, and the rest truly. */
    static Fault of(String faulty, Fault fault) {
      return (method, call) -> method.equals(faulty) ? fault.answer(method, call) : call.pass();
    }
  }

  /** A call that can be passed on to the real driver. */
  @FunctionalInterface
  interface Call {
    Object pass() throws SQLException;
  }

  /** What is done to calls from now on. */
  private volatile Fault fault = Fault.NONE;

  void fault(Fault other) {
    fault = other;
  }

  Connection wrap(Connection real) {
    return proxy(Connection.class, real);
  }

  private <T> T proxy(Class<T> type, T real) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          Object answer = fault.answer(method.getName(), () -> invoke(real, method, arguments));
          return answer instanceof PreparedStatement statement && type == Connection.class
              ? proxy(PreparedStatement.class, statement)
              : answer;
        };
    ClassLoader loader = getClass().getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object real, Method method, Object... arguments)
      throws SQLException {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
