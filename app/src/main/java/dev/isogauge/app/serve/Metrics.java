package dev.isogauge.app.serve;

import dev.isogauge.online.host.OnlineStatistics;

/** The status as Prometheus reads it (text format 0.0.4). */
final class Metrics {
  private final StringBuilder text = new StringBuilder();

  private Metrics() {}

  static String of(Status status) {
    Metrics metrics = new Metrics();
    Intake.Counts intake = status.intake();
    OnlineStatistics checker = status.checker();
    metrics.text.append("# HELP isogauge_info What is checked.\n# TYPE isogauge_info gauge\n");
    metrics.text.append("isogauge_info{level=\"").append(status.level()).append("\",state=\"");
    metrics.text.append(status.state()).append("\"} 1\n");
    metrics.gauge("uptime_seconds", "Time since the start.", status.uptime().toMillis() / 1e3);
    metrics.counter("transactions_total", "Transactions accepted.", intake.transactions());
    metrics.counter("batches_total", "Batches accepted.", intake.batches());
    metrics.counter("duplicate_batches_total", "Batches sent again.", intake.duplicates());
    metrics.counter(
        "repeated_transactions_total",
        "Transactions sent again in other batches.",
        intake.repeated());
    metrics.gauge("violations", "Violations that stand.", status.violations());
    metrics.gauge("violations_counted_only", "Those without an event.", status.countedOnly());
    metrics.counter("violation_events_total", "Events logged.", status.events());
    metrics.counter("judged_total", "Transactions judged.", checker.judged());
    metrics.gauge("provisional_violations", "Violations not final yet.", checker.pending());
    metrics.counter("flip_flops_total", "Changes of provisional verdicts.", checker.flipFlops());
    metrics.counter("late_total", "Transactions after final verdicts.", checker.late());
    metrics.counter("unjudged_total", "Parts not judged.", checker.unjudged());
    metrics.gauge("state_memory_bytes", "State in memory.", checker.memoryBytes());
    metrics.counter("spilled_bytes_total", "State written to disk.", checker.spilledBytes());
    metrics.gauge("state_disk_bytes", "State on disk.", checker.diskBytes());
    metrics.counter("reloads_total", "State read back from disk.", checker.reloads());
    metrics.counter("waited_seconds_total", "Waiting for memory.", checker.waitedMillis() / 1e3);
    metrics.gauge("waiting_bytes", "Memory of batches not judged yet.", intake.waitingBytes());
    metrics.gauge("journal_bytes", "Size of the journal.", intake.journalBytes());
    return metrics.text.toString();
  }

  private void counter(String name, String help, Number value) {
    metric(name, "counter", help, value);
  }

  private void gauge(String name, String help, Number value) {
    metric(name, "gauge", help, value);
  }

  private void metric(String name, String type, String help, Number value) {
    text.append("# HELP isogauge_").append(name).append(' ').append(help);
    text.append("\n# TYPE isogauge_").append(name).append(' ').append(type);
    text.append("\nisogauge_").append(name).append(' ');
    text.append(value);
    text.append('\n');
  }
}
