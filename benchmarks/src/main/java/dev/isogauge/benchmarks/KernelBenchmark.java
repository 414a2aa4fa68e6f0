package dev.isogauge.benchmarks;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The kernels of a check, warm, on a tenth of S1. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class KernelBenchmark {
  private Input input;
  private History history;

  @Setup
  public void generate() throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    history = HistoryGenerator.generate(BenchmarkInput.S1.scaled(0.1));
    HistoryFormat.PLUME.write(history, output);
    byte[] text = output.toByteArray();
    input =
        new Input() {
          @Override
          public String name() {
            return "S1";
          }

          @Override
          public InputStream open() {
            return new ByteArrayInputStream(text);
          }
        };
  }

  @Benchmark
  public HistoryBuilder parsePlume() throws IOException {
    return HistoryFormat.PLUME.read(input, new Atoms());
  }

  /** A builder is used up when it builds, so this includes parsing. */
  @Benchmark
  public History parseAndBuild() throws IOException {
    return HistoryFormat.PLUME.read(input, new Atoms()).build();
  }

  @Benchmark
  public Verdict checkReadCommitted() {
    return check(IsolationLevel.READ_COMMITTED);
  }

  @Benchmark
  public Verdict checkReadAtomic() {
    return check(IsolationLevel.READ_ATOMIC);
  }

  @Benchmark
  public Verdict checkCausal() {
    return check(IsolationLevel.CAUSAL);
  }

  private Verdict check(IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT);
  }
}
