package dev.isogauge.collect.etcd;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An answer of etcd's gateway. Our requests are so simple that the first field of each name is the
 * answer, at whatever depth; the header comes first.
 */
record EtcdAnswer(Map<String, String> fields) {
  private static final JsonFactory JSON = new JsonFactory();

  static EtcdAnswer parse(String body) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = JSON.createParser(body)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue() && parser.currentName() != null) {
          fields.putIfAbsent(parser.currentName(), parser.getText());
        }
      }
    }
    return new EtcdAnswer(fields);
  }

  /** The store's revision when the request was carried out. */
  long revision() throws IOException {
    String revision = fields.get("revision");
    if (revision == null) {
      throw new IOException("etcd's answer has no revision: " + fields);
    }
    return Long.parseLong(revision);
  }

  /** The value of the key that was asked for; empty if there is none. */
  Optional<String> value() {
    return Optional.ofNullable(fields.get("value")).map(EtcdAnswer::decoded);
  }

  /** Whether all comparisons of a transaction were true; a false one is left out. */
  boolean succeeded() {
    return "true".equals(fields.get("succeeded"));
  }

  static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
