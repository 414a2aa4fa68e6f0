package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which violations of PL-2.99 are those of phantoms only. */
class ExistingRowsTest {
  private static final String HEAD = "{\"default\":null,\"recorded\":{\"seed\":1}}\n";

  @TempDir private Path directory;

  /** Both lists are missing when they are read, and there when the other one is read. */
  private static final String PHANTOMS =
      """
      {"session":"s1","ops":[["r",1,[]],["a",2,20]],"rt":[1,9],"outcome":"committed"}
      {"session":"s2","ops":[["r",2,[]],["a",1,10]],"rt":[2,8],"outcome":"committed"   }
      {"session":"s3","ops":[["r",1,[10]],["r",2,[20]]],"rt":[10,11],"outcome":"committed"}
      """;

  @Test
  void aReadOfNoRowSeesPhantoms() throws IOException {
    Path recording = Files.writeString(directory.resolve("history.jsonl"), HEAD + PHANTOMS);
    Path rest = directory.resolve("rest.jsonl");

    assertThat(ExistingRows.write(recording, rest)).isEqualTo(2);
    assertThat(verdict(recording)).isInstanceOf(Verdict.Violated.class);
    assertThat(verdict(rest)).isInstanceOf(Verdict.Satisfied.class);
    assertThat(read(rest).transactionCount()).isEqualTo(3);
    assertThat(read(rest).operationCount()).isEqualTo(4);
  }

  @Test
  void aWriteSkewOfRowsThatAreThereStays() throws IOException {
    String skew =
        """
        {"session":"s0","ops":[["r",1,null],["w",1,1],["r",2,null],["w",2,2]],"rt":[0,1],"outcome":"committed"}
        {"session":"s1","ops":[["r",1,1],["r",2,2],["w",2,20]],"rt":[2,5],"outcome":"committed"}
        {"session":"s2","ops":[["r",1,1],["r",2,2],["w",1,10]],"rt":[3,4],"outcome":"committed"}
        {"session":"s3","ops":[["r",1,10],["r",2,20],["r",3,null]],"rt":[6,7],"outcome":"committed"}
        """;
    Path recording = Files.writeString(directory.resolve("history.jsonl"), HEAD + skew);
    Path rest = directory.resolve("rest.jsonl");

    assertThat(ExistingRows.write(recording, rest)).isEqualTo(3);
    assertThat(verdict(rest)).isInstanceOf(Verdict.Violated.class);
  }

  private static Verdict verdict(Path file) throws IOException {
    History history = read(file);
    return Checks.check(history, Plan.of(history).question(IsolationLevel.PL_2_99), Limits.DEFAULT);
  }

  private static History read(Path file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }
}
