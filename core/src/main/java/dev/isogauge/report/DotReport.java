package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Names;
import dev.isogauge.history.History;
import dev.isogauge.text.Printable;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Renders anomalies as one Graphviz digraph: a cluster per anomaly, with its transactions as nodes
 * and its edges labelled by relation and key. Inferred edges are dashed; why they are inferred is
 * drawn with them. Levels share anomalies; each is drawn once.
 */
public final class DotReport implements Report {
  private final Writer out;
  private int clusters;

  /** Writes graphs to the stream. */
  public DotReport(OutputStream out) throws IOException {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.out.write(
        """
        digraph isogauge {
          rankdir=LR;
          node [shape=box];
        """);
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    Set<Anomaly> drawn = new LinkedHashSet<>();
    for (CheckResult result : levels) {
      if (result.verdict() instanceof Verdict.Violated violated) {
        for (Anomaly anomaly : violated.anomalies()) {
          if (drawn.add(anomaly)) {
            cluster(result.file(), result.history(), anomaly);
          }
        }
      }
    }
    out.flush();
  }

  @Override
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    out.write("  // " + Printable.escape(input.file() + ": " + input.reason()) + "\n");
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    out.write("  // " + Printable.escape(input.message()) + "\n");
  }

  @Override
  public void finish() throws IOException {
    out.write("}\n");
    out.flush();
  }

  private void cluster(String file, History history, Anomaly anomaly) throws IOException {
    int cluster = clusters++;
    Evidence evidence = Evidence.of(history, anomaly);
    Set<Integer> transactions = new LinkedHashSet<>(evidence.transactions());
    for (Edge edge : evidence.allEdges()) {
      transactions.add(edge.from());
      transactions.add(edge.to());
    }
    Names names = new Names(history);
    Explainer explainer = new Explainer(history);
    String title = file + "\n" + explainer.explain(anomaly).title();
    out.write("  subgraph cluster_" + cluster + " {\n");
    out.write("    label=" + quote(title) + ";\n");
    for (int transaction : transactions) {
      String label = names.transaction(transaction);
      if (transaction != History.INITIAL) {
        label += "\nsession " + names.session(history.sessionOf(transaction));
      }
      out.write("    " + node(cluster, transaction) + " [label=" + quote(label) + "];\n");
    }
    for (Edge edge : evidence.allEdges()) {
      String about = explainer.label(edge);
      out.write(
          String.format(
              "    %s -> %s [label=%s%s];\n",
              node(cluster, edge.from()),
              node(cluster, edge.to()),
              quote(edge.relation().symbol() + (about.isEmpty() ? "" : "\n" + about)),
              edge.isInferred() ? ", style=dashed, color=red" : ""));
    }
    out.write("  }\n");
  }

  private static String node(int cluster, int transaction) {
    return "c" + cluster + (transaction == History.INITIAL ? "_init" : "_t" + transaction);
  }

  /** A quoted string; line breaks of ours stay, everything else is shown as it is. */
  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (String line : text.split("\n", -1)) {
      quoted.append(quoted.length() > 1 ? "\\n" : "");
      quoted.append(Printable.escape(line).replace("\\", "\\\\").replace("\"", "\\\""));
    }
    return quoted.append("\"").toString();
  }
}
