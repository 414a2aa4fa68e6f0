package dev.isogauge.recorder.junit;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
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
      Judgement judgement = judge(run, test, file(context, ".html"));
      String failed = run.failures().byKind();
      context.publishReportEntry("isogauge.chances", judgement.chances().sentence());
      if (!failed.isEmpty()) {
        context.publishReportEntry("isogauge.failures", failed);
      }
    }
  }

  private static Judgement judge(IsolationRun run, IsolationTest test, Path page)
      throws IOException {
    Path recording = run.recorder().file();
    if (run.recorder().counts().committed() == 0) {
      throw new AssertionError(
          "no committed transaction was recorded in "
              + recording
              + ", so there is nothing to judge; expected transactions through run.recorder()"
              + failures(run));
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
    if (test.predict()) {
      Races.requireNone(history, test, recording, page);
      return judgement;
    }
    Optional<String> tooLittle =
        judgement.verdict() instanceof Verdict.Satisfied
            ? tooFew(run, test).or(() -> judgement.tooLittle(test.minChances()))
            : Optional.empty();
    if (tooLittle.isPresent()) {
      throw new AssertionError(
          test.level().id()
              + " holds, but that is not enough: "
              + tooLittle.get()
              + failures(run)
              + "\n"
              + judgement.chances().sentence()
              + "\n\nhistory: "
              + recording
              + "\nreport:  "
              + page.toUri());
    }
    return judgement;
  }

  private static Optional<String> tooFew(IsolationRun run, IsolationTest test) {
    long succeeded = run.failures().succeededOnes();
    long all = succeeded + run.failures().failed();
    return succeeded >= test.minCommitted() * all
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "only %d of %d transactions succeeded; expected %.0f%%: mend what fails, set"
                    + " retries, take fewer sessions, or another minCommitted",
                succeeded,
                all,
                100 * test.minCommitted()));
  }

  /** The failures by kind, and the first of each. */
  private static String failures(IsolationRun run) {
    return run.failures().total() == 0
        ? ""
        : "\nfailed: " + run.failures().byKind() + "\n" + run.failures().firstOnes();
  }
}
