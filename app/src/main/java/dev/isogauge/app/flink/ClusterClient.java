package dev.isogauge.app.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a cluster can be asked over HTTP. */
final class ClusterClient {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final URI address;
  private final HttpClient http = HttpClient.newHttpClient();

  ClusterClient(URI address) {
    this.address = address;
  }

  /**
   * What a cluster has.
   *
   * @param slots places for parallel tasks
   */
  record Overview(long slots) {}

  Overview overview() throws IOException, InterruptedException {
    return new Overview(Long.parseLong(field(get("/overview"), "slots-total").orElse("0")));
  }

  /** Uploads a jar; returns its name there. */
  String upload(Path jar) throws IOException, InterruptedException {
    String boundary = "isogauge-boundary";
    String head =
        "--"
            + boundary
            + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"isogauge-flink.jar\""
            + "\r\nContent-Type: application/x-java-archive\r\n\r\n";
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/jars/upload"))
            .timeout(PATIENCE)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(
                BodyPublishers.concat(
                    BodyPublishers.ofString(head),
                    BodyPublishers.ofFile(jar),
                    BodyPublishers.ofString("\r\n--" + boundary + "--\r\n")))
            .build();
    String name = field(answer(request), "filename").orElseThrow();
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Runs a jar that was uploaded; returns the job's id. */
  String run(String jar, List<String> arguments, int parallelism)
      throws IOException, InterruptedException {
    StringWriter body = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(body)) {
      json.writeStartObject();
      json.writeNumberField("parallelism", parallelism);
      json.writeArrayFieldStart("programArgsList");
      for (String argument : arguments) {
        json.writeString(argument);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/jars/" + jar + "/run"))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    return field(answer(request), "jobid").orElseThrow();
  }

  /** The state of a job, such as RUNNING. */
  String state(String job) throws IOException, InterruptedException {
    return field(get("/jobs/" + job), "state").orElse("");
  }

  /**
   * What was saved of a job.
   *
   * @param completed checkpoints
   * @param restored how often a job went on from one
   */
  record Checkpoints(long completed, long restored) {}

  Checkpoints checkpoints(String job) throws IOException, InterruptedException {
    String answer = get("/jobs/" + job + "/checkpoints");
    return new Checkpoints(
        Long.parseLong(field(answer, "completed").orElse("0")),
        Long.parseLong(field(answer, "restored").orElse("0")));
  }

  /** Why a job failed. */
  String failure(String job) throws IOException, InterruptedException {
    return field(get("/jobs/" + job + "/exceptions"), "root-exception")
        .orElse("no reason is given")
        .lines()
        .filter(line -> !line.startsWith("\tat "))
        .reduce((first, last) -> last)
        .orElse("no reason is given");
  }

  private String get(String path) throws IOException, InterruptedException {
    return answer(HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE).build());
  }

  private String answer(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    String body = new String(response.body(), UTF_8);
    if (response.statusCode() >= 300) {
      throw new IOException(request.uri() + " answers " + response.statusCode() + ": " + body);
    }
    return body;
  }

  /** The first field of a name, at any depth, that is text or a number. */
  private static Optional<String> field(String json, String name) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals(name)) {
          JsonToken value = parser.nextToken();
          return value.isScalarValue() && value != JsonToken.VALUE_NULL
              ? Optional.of(parser.getText())
              : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
