package dev.isogauge.recorder.spring;

import dev.isogauge.recorder.jdbc.RecordedConnections;
import dev.isogauge.recorder.junit.IsolationRun;
import dev.isogauge.recorder.junit.IsolationRunListener;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Lets the data sources of a test's application context record while the test runs. */
public final class SpringRunListener implements IsolationRunListener {
  private List<RecordableDataSource> sources = List.of();

  /** A listener, one for each run; a service loader makes it: {@code new SpringRunListener()}. */
  public SpringRunListener() {}

  @Override
  public void begun(IsolationRun run, ExtensionContext context) {
    if (!isOfSpring(context.getRequiredTestClass())) {
      return;
    }
    sources =
        SpringExtension.getApplicationContext(context)
            .getBeansOfType(DataSource.class)
            .values()
            .stream()
            .filter(RecordableDataSource.class::isInstance)
            .map(RecordableDataSource.class::cast)
            .toList();
    RecordedConnections connections = RecordedConnections.of(run.recorder());
    sources.forEach(each -> each.recordTo(connections));
  }

  private static boolean isOfSpring(Class<?> test) {
    for (Class<?> each = test; each != null; each = each.getEnclosingClass()) {
      boolean is =
          AnnotationSupport.findRepeatableAnnotations(each, ExtendWith.class).stream()
              .anyMatch(with -> Arrays.asList(with.value()).contains(SpringExtension.class));
      if (is) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void ended(IsolationRun run) {
    sources.forEach(RecordableDataSource::stop);
  }
}
