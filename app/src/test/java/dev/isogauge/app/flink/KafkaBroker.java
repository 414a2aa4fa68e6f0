package dev.isogauge.app.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A broker of Kafka in a process of its own, with the class path of this one. */
final class KafkaBroker implements AutoCloseable {
  private static final int START_SECONDS = 180;

  private final GuardedDirectory process = GuardedDirectory.create("isogauge-kafka");
  private final int port = GuardedDirectory.freePort();

  KafkaBroker() throws DatabaseException, IOException, InterruptedException {
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
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=4
            group.initial.rebalance.delay.ms=0
            """,
            port,
            controllerPort,
            process.path().resolve("data")));
    format(properties);
    process.start(java("kafka.Kafka", properties.toString()));
    if (!process.awaitReady(this::ask, START_SECONDS)) {
      throw new DatabaseException("Kafka does not start: " + process.complaint());
    }
  }

  private void format(Path properties) throws IOException, InterruptedException {
    Process format =
        new ProcessBuilder(
                java(
                    "kafka.tools.StorageTool",
                    "format",
                    "--cluster-id",
                    Uuid.randomUuid().toString(),
                    "--config",
                    properties.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(format.getInputStream().readAllBytes(), UTF_8);
    if (format.waitFor() != 0) {
      throw new IOException("Kafka's storage cannot be made: " + said);
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

  void createTopic(String name, int partitions) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(START_SECONDS, TimeUnit.SECONDS);
    }
  }

  KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", address(), "acks", "all", "linger.ms", "5"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** All messages of a topic that are committed now. */
  List<String> committed(String topic) {
    Map<String, Object> options =
        Map.of("bootstrap.servers", address(), "isolation.level", "read_committed");
    List<String> messages = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(options, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
          messages.add(each.value());
        }
      }
    }
    return messages;
  }

  @Override
  public void close() {
    process.close();
  }
}
