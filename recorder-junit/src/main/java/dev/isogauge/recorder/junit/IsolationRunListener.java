package dev.isogauge.recorder.junit;

import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Learns of each run of an {@link IsolationTest}, for frameworks that make the data source before
 * the test begins. A {@link java.util.ServiceLoader} finds it.
 *
 * <pre>{@code
 * public void begun(IsolationRun run, ExtensionContext context) {
 *   source.recordTo(run.recorder());
 * }
 * }</pre>
 */
public interface IsolationRunListener {
  /** Before the test method: {@code listener.begun(run, context)}. */
  void begun(IsolationRun run, ExtensionContext context);

  /** After the test method, before what was recorded is judged: {@code listener.ended(run)}. */
  void ended(IsolationRun run);
}
