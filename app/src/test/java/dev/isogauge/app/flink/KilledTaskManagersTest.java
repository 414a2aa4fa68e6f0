package dev.isogauge.app.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.app.CommandRun;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Histories;
import dev.isogauge.property.TestSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The jar that users submit, on two task managers that are killed again and again, from a topic of
 * a real broker to another: what is committed there is what offline checking finds, each event
 * once.
 */
class KilledTaskManagersTest {
  private static final int PARTITIONS = 2;
  private static final int KILLS = 4;
  private static final long PATIENCE_SECONDS = 300;
  private static final Pattern EVENT =
      Pattern.compile("\\{\"event\":\"(found|withdrawn)\",\"id\":\"([0-9a-f]+)\".*");

  private final SplittableRandom random = new SplittableRandom(14);

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void findingsAreCommittedOnce(String state) throws Exception {
    assumeTrue(TestSize.isThorough(), "needs -Pthorough");
    Path jar = CommandRun.root().resolve("flink/target/isogauge-flink.jar");
    assumeTrue(Files.exists(jar), "needs the job jar: mvn -pl flink -am package");
    Histories histories = Histories.random(14, 600);
    Set<String> expected = digests(histories.offline(IsolationLevel.SNAPSHOT_ISOLATION));
    LocalClusterSettings settings =
        new LocalClusterSettings(2, 1, 256, 512, state.equals("rocksdb"), 1_000);
    try (KafkaBroker broker = new KafkaBroker();
        LocalCluster cluster = LocalCluster.start(settings, new Artifacts(notice -> {}))) {
      broker.createTopic("txns", PARTITIONS);
      broker.createTopic("findings", PARTITIONS);
      ClusterClient client = new ClusterClient(cluster.address());
      String topics = "kafka://" + broker.address() + "/";
      List<String> options =
          List.of(
              "--source", topics + "txns",
              "--findings", topics + "findings",
              "--level", "si",
              "--delay", "50ms",
              "--memory", "16k");
      String job = client.run(client.upload(jar), options, 2);
      List<List<String>> groups = histories.groups(PARTITIONS, random);
      for (int round = 0; round <= KILLS; round++) {
        produce(broker, groups, round);
        long before = client.checkpoints(job).completed();
        await(cluster, job, () -> client.checkpoints(job).completed() > before + 1);
        if (round < KILLS) {
          long restored = client.checkpoints(job).restored();
          kill(cluster, round % 2);
          await(cluster, job, () -> client.checkpoints(job).restored() > restored);
        }
      }
      assertThat(client.checkpoints(job).restored()).isGreaterThanOrEqualTo(KILLS);
      await(cluster, job, () -> net(broker.committed("findings")).equals(expected));
      assertThat(client.state(job)).isEqualTo("RUNNING");
    }
  }

  /** Sends a part of each group, in order, to the partition of the group. */
  private static void produce(KafkaBroker broker, List<List<String>> groups, int round)
      throws Exception {
    List<Future<?>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer = broker.producer()) {
      for (int partition = 0; partition < groups.size(); partition++) {
        List<String> lines = groups.get(partition);
        int begin = lines.size() * round / (KILLS + 1);
        int end = lines.size() * (round + 1) / (KILLS + 1);
        for (String line : lines.subList(begin, end)) {
          byte[] bytes = line.getBytes(UTF_8);
          sent.add(producer.send(new ProducerRecord<>("txns", partition, null, bytes)));
        }
      }
    }
    for (Future<?> each : sent) {
      each.get();
    }
  }

  private static void kill(LocalCluster cluster, int index) throws Exception {
    GuardedDirectory process = cluster.taskManagers().get(index);
    String pid = Files.readString(process.path().resolve("pid")).strip();
    new ProcessBuilder("kill", "-9", pid).start().waitFor();
  }

  /** What begins to stand and does not cease to. */
  private static Set<String> net(List<String> events) {
    Map<String, Integer> net = new HashMap<>();
    for (String event : events) {
      Matcher matcher = EVENT.matcher(event);
      assertThat(matcher.matches()).as(event).isTrue();
      net.merge(matcher.group(2), matcher.group(1).equals("found") ? 1 : -1, Integer::sum);
    }
    assertThat(net.values()).as("each event once").isSubsetOf(0, 1);
    net.values().removeIf(count -> count == 0);
    return new TreeSet<>(net.keySet());
  }

  private static Set<String> digests(List<TimestampFinding> findings) throws Exception {
    Set<String> digests = new TreeSet<>();
    for (TimestampFinding finding : findings) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(finding.toString().getBytes(UTF_8));
      digests.add(HexFormat.of().formatHex(digest, 0, 16));
    }
    assertThat(digests).hasSizeGreaterThan(50);
    return digests;
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(LocalCluster cluster, String job, Condition condition)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    ClusterClient client = new ClusterClient(cluster.address());
    while (!condition.holds()) {
      if (client.state(job).equals("FAILED")) {
        throw new AssertionError(client.failure(job));
      }
      assertThat(System.nanoTime()).as("it takes too long").isLessThan(deadline);
      cluster.tend();
      Thread.sleep(300);
    }
  }
}
