package dev.isogauge.app.adapter;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The adapters of examples/adapters keep the contract, where their languages are installed. */
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
@Timeout(1800)
class ExampleAdaptersTest {
  private static final int BUILD_SECONDS = 1500;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cc    | .      | cc -O2 -o adapter sqlite.c -lsqlite3 -lpthread | ./adapter
          go    | badger | go build -o adapter .                          | ./adapter
          cargo | rust   | cargo build --release                          | target/release/redb
          cargo | rust   | cargo build --release                          | target/release/fjall
          npm   | node   | npm install                                    | node turso.mjs
          npm   | node   | npm install                                    | node surrealdb.mjs
          psql  | .      | pip install -t . psycopg2-binary               | python3 postgres_shapes.py
          mvn   | scalardb | mvn package      | java -cp 'lib/*' ScalarDbAdapter.java
          mvn   | ignite3  | mvn package      | java @options -cp 'lib/*' Ignite3Adapter.java
          """)
  void anExampleKeepsTheContract(String tool, String folder, String build, String command)
      throws Exception {
    assumeTrue(Commands.find(tool).isPresent(), "there is no " + tool + " on the PATH");
    Path examples = CommandRun.root().resolve("examples/adapters").resolve(folder);
    copy(examples);
    Commands.run(directory, BUILD_SECONDS, List.of("sh", "-c", build));
    CommandRun run = isogauge("adapter", "check", "cd " + directory + " && exec " + command);
    assertThat(run.out() + run.err()).endsWith("The adapter keeps the contract.\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  /** Without what an earlier build left there. */
  private void copy(Path from) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
  }
}
