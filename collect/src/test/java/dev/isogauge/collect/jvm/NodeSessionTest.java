package dev.isogauge.collect.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.adapter.AdapterConnection;
import dev.isogauge.collect.adapter.Channel;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.node.NodeMain;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node is an adapter, whatever its store does. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeSessionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Level LEVEL = Level.standard(Level.REPEATABLE_READ);

  private NodeChannel.NodeAddress node;
  private AdapterConnection session;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    node = new NodeChannel.NodeAddress("127.0.0.1", GuardedDirectory.freePort(), "the secret");
    Properties settings = new Properties();
    settings.setProperty("number", "0");
    settings.setProperty("member", MapMember.class.getName());
    settings.setProperty("host.0", node.host());
    settings.setProperty("port.0", Integer.toString(node.port()));
    settings.setProperty("secret", node.secret());
    Path file = directory.resolve("settings");
    try (Writer writer = Files.newBufferedWriter(file)) {
      settings.store(writer, null);
    }
    Thread thread = new Thread(() -> NodeMain.main(new String[] {file.toString()}));
    thread.setDaemon(true);
    thread.start();
    while (true) {
      try {
        NodeChannel channel = NodeChannel.connect(node, PATIENCE);
        assertThat(channel.ask(Map.of("version", Map.of()), PATIENCE).value())
            .isEqualTo("Map \"1.0\" \\ \u00e9");
        channel.ask(Map.of("close", Map.of()), PATIENCE);
        return;
      } catch (Channel.BrokenException e) {
        Thread.sleep(20);
      }
    }
  }

  @BeforeEach
  void open() throws Exception {
    NodeChannel channel = NodeChannel.connect(node, PATIENCE);
    channel.ask(Map.of("setup", Map.of()), PATIENCE);
    channel.ask(Map.of("close", Map.of()), PATIENCE);
    session = new AdapterConnection(new NodeSession(node, PATIENCE), LEVEL, "s", Map.of());
  }

  @AfterEach
  void close() {
    session.rollback();
    session.close();
  }

  @Test
  void itReadsWhatItWroteAndWhatWasCommitted() throws Exception {
    session.begin();
    assertThat(session.read(1)).isEmpty();
    session.write(1, -10);
    session.append(2, 5);
    session.append(2, 4);
    assertThat(session.compareAndSet(1, 9, 11)).isFalse();
    assertThat(session.compareAndSet(1, -10, 12)).isTrue();
    assertThat(session.commit()).isEmpty();
    session.begin();
    assertThat(session.readToChange(1)).hasValue(12);
    assertThat(session.readList(2)).containsExactly(5L, 4L);
    assertThat(session.readList(3)).isEmpty();
    session.remove(1);
    assertThat(session.read(1)).isEmpty();
    session.rollback();
    session.begin();
    assertThat(session.read(1)).hasValue(12);
  }

  @Test
  void aConflictEndsTheTransaction() throws Exception {
    session.begin();
    session.write(1, 10);
    assertThatThrownBy(() -> session.read(MapMember.CONFLICTS))
        .isInstanceOf(Failure.Aborted.class)
        .hasMessage("a deadlock:\n\"another\"");
    session.rollback();
    session.begin();
    assertThat(session.read(1)).isEmpty();
  }

  @Test
  void aStepThatFailsIsALostConnectionAndTheNextTransactionHasAnother() throws Exception {
    session.begin();
    session.write(1, 10);
    assertThatThrownBy(() -> session.read(MapMember.FAILS))
        .isInstanceOf(Failure.ConnectionLost.class)
        .hasMessageContaining("no majority");
    session.rollback();
    session.begin();
    assertThat(session.read(1)).isEmpty();
  }

  @Test
  void aCommitThatFailsIsOfUnknownOutcome() throws Exception {
    session.begin();
    session.write(MapMember.FAILS_TO_COMMIT, 10);
    assertThatThrownBy(session::commit)
        .isInstanceOf(Failure.CommitUnknown.class)
        .hasMessageContaining("the leader is away");
    session.rollback();
    session.begin();
    assertThat(session.read(MapMember.FAILS_TO_COMMIT)).isEmpty();
  }

  @Test
  void whoDoesNotKnowTheSecretIsNotAnswered() {
    assertThatThrownBy(
            () ->
                NodeChannel.connect(
                    new NodeChannel.NodeAddress(node.host(), node.port(), "a guess"), PATIENCE))
        .isInstanceOf(Channel.BrokenException.class)
        .hasMessageContaining("it has gone");
  }
}
