package dev.isogauge.benchmarks;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker of Kafka in a process of its own, from the jar of the benchmarks. */
final class KafkaBroker implements AutoCloseable {
  private static final int START_SECONDS = 300;
  private static final Pattern SESSION = Pattern.compile("\"sid\":\"?([^\",}]*)");
  private static final Pattern COMMIT = Pattern.compile("\"cts\":\\{\"p\":(\\d+),\"l\":(\\d+)");

  private final GuardedDirectory process;
  private final int port = GuardedDirectory.freePort();

  KafkaBroker() throws DatabaseException, IOException, InterruptedException {
    process = GuardedDirectory.create("isogauge-kafka");
    Path properties = process.path().resolve("server.properties");
    int controllerPort = GuardedDirectory.freePort();
    Files.writeString(
        properties,
        String.format(
            Locale.ROOT,
            """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            """,
            port,
            controllerPort,
            process.path().resolve("data")));
    Process format =
        new ProcessBuilder(
                java(
                    "kafka.tools.StorageTool",
                    "format",
                    "--cluster-id",
                    Uuid.randomUuid().toString(),
                    "--config",
                    properties.toString()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (format.waitFor() != 0) {
      throw new IOException("Kafka's storage cannot be made");
    }
    process.start(java("kafka.Kafka", properties.toString()));
    if (!process.awaitReady(this::ask, START_SECONDS)) {
      throw new DatabaseException("Kafka does not start: " + process.complaint());
    }
  }

  private static List<String> java(String... command) {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC", "-cp"));
    all.add(System.getProperty("java.class.path"));
    all.addAll(List.of(command));
    return all;
  }

  private void ask() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
      admin.describeCluster().nodes().get(5, TimeUnit.SECONDS);
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  /**
   * Makes a topic of a file in timekiller's format, in the order of commits; each session has one
   * partition.
   *
   * @param lines transactions a message
   */
  void fill(String topic, Path file, int partitions, int lines) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
      admin
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
          .all()
          .get(START_SECONDS, TimeUnit.SECONDS);
    }
    StringBuilder[] messages = new StringBuilder[partitions];
    int[] held = new int[partitions];
    List<Future<?>> sent = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      messages[i] = new StringBuilder();
    }
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", address(), "acks", "1", "linger.ms", "50"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String line : inOrder(file)) {
        Matcher session = SESSION.matcher(line);
        if (!session.find()) {
          throw new IOException("found no session in " + line);
        }
        int partition = Math.floorMod(session.group(1).hashCode(), partitions);
        messages[partition].append(line, 0, line.lastIndexOf('}') + 1).append('\n');
        held[partition]++;
        if (held[partition] == lines) {
          sent.add(send(producer, topic, partition, messages[partition]));
          held[partition] = 0;
        }
      }
      for (int i = 0; i < partitions; i++) {
        if (held[i] > 0) {
          sent.add(send(producer, topic, i, messages[i]));
        }
      }
    }
    for (Future<?> each : sent) {
      each.get();
    }
  }

  /** The transactions by commit; files have them by session. */
  private static List<String> inOrder(Path file) throws IOException {
    record Line(long commit, long logical, String text) {}
    List<Line> lines = new ArrayList<>();
    try (Stream<String> all = Files.lines(file)) {
      for (String text : (Iterable<String>) all::iterator) {
        Matcher commit = COMMIT.matcher(text);
        if (commit.find()) { // Not a bracket of the array.
          lines.add(
              new Line(Long.parseLong(commit.group(1)), Long.parseLong(commit.group(2)), text));
        }
      }
    }
    lines.sort(Comparator.comparingLong(Line::commit).thenComparingLong(Line::logical));
    return lines.stream().map(Line::text).toList();
  }

  private static Future<?> send(
      KafkaProducer<byte[], byte[]> producer, String topic, int partition, StringBuilder message) {
    byte[] bytes = message.toString().getBytes(StandardCharsets.UTF_8);
    message.setLength(0);
    return producer.send(new ProducerRecord<>(topic, partition, null, bytes));
  }

  @Override
  public void close() {
    process.close();
  }
}
