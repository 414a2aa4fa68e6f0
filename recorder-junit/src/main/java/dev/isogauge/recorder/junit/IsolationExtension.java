package dev.isogauge.recorder.junit;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives a test its {@link IsolationRun}, and checks what was recorded when the test has ended.
 * {@link IsolationTest} brings it along; there is no need to name it: {@code @IsolationTest void
 * transfers(IsolationRun run) { ... }}.
 */
public final class IsolationExtension
    implements BeforeTestExecutionCallback, AfterTestExecutionCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(IsolationExtension.class);
  private static final String DIRECTORY = "isogauge.directory";

  /** An extension; JUnit makes it: {@code @ExtendWith(IsolationExtension.class)}. */
  public IsolationExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == IsolationRun.class || type == Recorder.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    IsolationRun run = run(context);
    return parameter.getParameter().getType() == Recorder.class ? run.recorder() : run;
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    run(context);
  }

  /** The run of a test, which begins when it is first asked for. */
  private static IsolationRun run(ExtensionContext context) {
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    IsolationRun known = store.get(context.getUniqueId(), IsolationRun.class);
    if (known != null) {
      return known;
    }
    IsolationTest test =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), IsolationTest.class)
            .orElseThrow(() -> new IllegalStateException("the test has no @IsolationTest"));
    Map<String, Object> about =
        Map.of("test", context.getDisplayName(), "level", test.level().id(), "seed", test.seed());
    Recorder recorder =
        Recorder.create(file(context, ".jsonl"), RecorderOptions.DEFAULTS.about(about));
    IsolationRun run = new IsolationRun(recorder, test);
    store.put(context.getUniqueId(), run);
    return run;
  }

  private static Path file(ExtensionContext context, String ending) {
    String directory =
        context
            .getConfigurationParameter(DIRECTORY)
            .orElse(System.getProperty(DIRECTORY, "target/isogauge"));
    String name =
        context.getRequiredTestClass().getName() + "." + context.getRequiredTestMethod().getName();
    return Path.of(directory).resolve(name + ending).toAbsolutePath();
  }

  @Override
  public void afterTestExecution(ExtensionContext context) throws IOException {
    IsolationRun run = run(context);
    run.recorder().close();
    IsolationTest test =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), IsolationTest.class)
            .orElseThrow();
    if (context.getExecutionException().isEmpty()) {
      judge(run, test, file(context, ".html"));
    }
  }

  private static void judge(IsolationRun run, IsolationTest test, Path page) throws IOException {
    Path recording = run.recorder().file();
    if (run.recorder().counts().committed() == 0) {
      throw new AssertionError(
          "no committed transaction was recorded in "
              + recording
              + ", so there is nothing to judge; expected transactions through run.recorder()"
              + (run.failedTransactions() == 0
                  ? ""
                  : " (" + run.failedTransactions() + " failed by an error of the database)"));
    }
    History history = HistoryFiles.read(HistoryFiles.file(recording), Optional.empty()).history();
    Judgement judgement = Judgement.of(history, test.level());
    judgement.writePage(recording, page);
    boolean isFine =
        judgement.verdict() instanceof Verdict.Satisfied
            || (test.allowUnknown() && judgement.verdict() instanceof Verdict.Unknown);
    if (!isFine) {
      throw new AssertionError(
          judgement.words() + "\n\nhistory: " + recording + "\nreport:  " + page.toUri());
    }
  }
}
