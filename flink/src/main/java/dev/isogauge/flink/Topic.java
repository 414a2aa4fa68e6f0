package dev.isogauge.flink;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A topic of Kafka: {@code kafka://broker:9092,other:9092/topic}.
 *
 * @param brokers where to ask first
 * @param name of the topic
 */
record Topic(String brokers, String name) {
  private static final Pattern URI = Pattern.compile("kafka://([^/]+)/([A-Za-z0-9._-]+)");

  /** The topic that is meant, unless something else is. */
  static Optional<Topic> of(String uri) throws OptionException {
    if (!uri.startsWith("kafka:")) {
      return Optional.empty();
    }
    Matcher matcher = URI.matcher(uri);
    if (!matcher.matches()) {
      throw new OptionException("found " + uri + "; expected kafka://broker:9092/topic");
    }
    return Optional.of(new Topic(matcher.group(1), matcher.group(2)));
  }
}
