package dev.isogauge.agent;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isInterface;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.isogauge.agent.boot.Connections;
import dev.isogauge.recorder.jdbc.RecordedConnections;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Records each connection that a driver, a data source or a pool returns, whatever class loader it
 * has. What connections do then is the business of {@link RecordedConnections}, as for the wrapper
 * and the driver.
 *
 * <pre>{@code
 * java -javaagent:isogauge-agent.jar=file=run.jsonl -jar bank.jar
 * }</pre>
 */
public final class IsogaugeAgent {
  /** Keeps the library from methods of the JVM that newer ones warn of; renamed with it. */
  private static final String WITHOUT_UNSAFE = "net.bytebuddy.safe";

  private static final ElementMatcher.Junction<MethodDescription> RETURNS_CONNECTION =
      returns(named("java.sql.Connection"))
          .and(not(isStatic()))
          .and(not(isAbstract()))
          .and(
              named("connect")
                  .and(takesArguments(2))
                  .or(named("getConnection").and(takesArguments(0).or(takesArguments(2)))));

  /** Whether this thread is opening a connection for the recorder. */
  private static final ThreadLocal<Boolean> IS_OWN = ThreadLocal.withInitial(() -> false);

  private IsogaugeAgent() {}

  /** Called by the JVM: {@code -javaagent:isogauge-agent.jar=file=run.jsonl}. */
  public static void premain(String options, Instrumentation instrumentation) {
    try {
      appendToBootstrap(instrumentation);
      System.setProperty(WITHOUT_UNSAFE, "true");
      install(options == null ? "" : options, instrumentation);
    } catch (Exception | LinkageError e) {
      System.err.println("isogauge: nothing is recorded; the application goes on: " + told(e));
    } finally {
      System.clearProperty(WITHOUT_UNSAFE);
    }
  }

  private static String told(Throwable e) {
    return e instanceof IllegalArgumentException
        ? e.getMessage() + "; an agent is such as -javaagent:isogauge-agent.jar=file=run.jsonl"
        : e.toString();
  }

  private static void install(String options, Instrumentation instrumentation) {
    RecordedConnections connections = RecordedConnections.by(options);
    Connections.recordBy(
        (connection, source, arguments) ->
            recorded(connections, (Connection) connection, source, arguments));
    new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
        .disableClassFormatChanges()
        .ignore(nameStartsWith("dev.isogauge.").or(nameStartsWith("java.")))
        .type(
            not(isInterface())
                .and(declaresMethod(RETURNS_CONNECTION))
                .and(
                    hasSuperType(
                        namedOneOf(
                            "java.sql.Driver",
                            "javax.sql.DataSource",
                            "javax.sql.PooledConnection"))))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(ReturnedConnection.class).on(RETURNS_CONNECTION)))
        .installOn(instrumentation);
    System.err.println("isogauge: recording to " + connections.file());
  }

  private static Connection recorded(
      RecordedConnections connections, Connection connection, Object source, Object[] arguments) {
    if (IS_OWN.get()) {
      return connection;
    }
    // What a driver is asked for again comes from no pool.
    return source instanceof Driver driver
        ? connections.record(connection, () -> another(driver, arguments))
        : connections.record(connection);
  }

  private static Connection another(Driver driver, Object[] arguments) throws SQLException {
    IS_OWN.set(true);
    try {
      return driver.connect((String) arguments[0], (Properties) arguments[1]);
    } finally {
      IS_OWN.remove();
    }
  }

  /** Before anything here needs the classes, which would load them elsewhere. */
  private static void appendToBootstrap(Instrumentation instrumentation) throws IOException {
    Path jar = Files.createTempFile("isogauge-agent", ".jar");
    jar.toFile().deleteOnExit();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String each : List.of("Connections", "Connections$Recording")) {
        String name = "dev/isogauge/agent/boot/" + each + ".class";
        try (InputStream in = IsogaugeAgent.class.getClassLoader().getResourceAsStream(name)) {
          out.putNextEntry(new JarEntry(name));
          in.transferTo(out);
          out.closeEntry();
        }
      }
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
  }
}
