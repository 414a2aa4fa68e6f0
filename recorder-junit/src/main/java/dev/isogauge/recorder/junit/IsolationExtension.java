package dev.isogauge.recorder.junit;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives a test its {@link IsolationRun}, and checks what was recorded when the test has ended.
 * {@link IsolationTest} brings it along; there is no need to name it: {@code @IsolationTest void
 * transfers(IsolationRun run) { ... }}.
 */
public final class IsolationExtension
    implements BeforeTestExecutionCallback,
        AfterTestExecutionCallback,
        ParameterResolver,
        TestTemplateInvocationContextProvider {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(IsolationExtension.class);

  /** An extension; JUnit makes it: {@code @ExtendWith(IsolationExtension.class)}. */
  public IsolationExtension() {}

  /** A run, which ends with its test even if that never began. */
  @SuppressWarnings("deprecation") // What takes its place is not there in JUnit 5.12.
  private record Kept(IsolationRun run, List<IsolationRunListener> listeners)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      run.recorder().close();
    }
  }

  /** Whether the test runs once, and not as an annotation such as {@code @RepeatedTest} says. */
  static boolean isAlone(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .noneMatch(
            type ->
                type != IsolationTest.class
                    && !AnnotationSupport.isAnnotated(type, IsolationTest.class)
                    && (type == TestTemplate.class
                        || AnnotationSupport.isAnnotated(type, TestTemplate.class)));
  }

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return isAlone(context.getRequiredTestMethod());
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return Stream.of(
        new TestTemplateInvocationContext() {
          @Override
          public String getDisplayName(int index) {
            return context.getDisplayName();
          }
        });
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == IsolationRun.class || type == Recorder.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    IsolationRun run = kept(context).run();
    return parameter.getParameter().getType() == Recorder.class ? run.recorder() : run;
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    Kept kept = kept(context);
    kept.listeners().forEach(each -> each.begun(kept.run(), context));
  }

  /** The run of a test, which begins when it is first asked for. */
  private static Kept kept(ExtensionContext context) {
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    Kept known = store.get(context.getUniqueId(), Kept.class);
    if (known != null) {
      return known;
    }
    IsolationTest test = annotation(context);
    Map<String, Object> about =
        Map.of("test", context.getDisplayName(), "level", test.level().id(), "seed", test.seed());
    Recorder recorder =
        Recorder.create(RecordingFiles.history(context), RecorderOptions.DEFAULTS.about(about));
    List<IsolationRunListener> listeners =
        ServiceLoader.load(
                IsolationRunListener.class, context.getRequiredTestClass().getClassLoader())
            .stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    Kept kept = new Kept(new IsolationRun(recorder, test), listeners);
    store.put(context.getUniqueId(), kept);
    return kept;
  }

  private static IsolationTest annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), IsolationTest.class)
        .orElseThrow(() -> new IllegalStateException("the test has no @IsolationTest"));
  }

  @Override
  public void afterTestExecution(ExtensionContext context) throws IOException {
    Kept kept = kept(context);
    IsolationRun run = kept.run();
    kept.listeners().forEach(each -> each.ended(run));
    run.recorder().close();
    Path history = run.recorder().file();
    context.publishReportEntry("isogauge.history", history.toString());
    Throwable own = context.getExecutionException().orElse(null);
    RunVerdict verdict = new RunVerdict(run, annotation(context));
    if (own != null) {
      own.addSuppressed(verdict.besides());
      return;
    }
    LevelResult judgement = verdict.require();
    context.publishReportEntry("isogauge.chances", judgement.chances().sentence());
    String failed = run.failures().byKind();
    if (!failed.isEmpty()) {
      context.publishReportEntry("isogauge.failures", failed);
    }
  }
}
