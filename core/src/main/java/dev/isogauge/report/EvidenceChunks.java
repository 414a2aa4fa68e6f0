package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The evidence of a page, in arrays of a hundred anomalies, which the page reads when one of them
 * is opened. It has caps: of a kind and file a thousand anomalies; from 8 MB on twenty; and nothing
 * that would let the page pass 16 MB.
 */
final class EvidenceChunks {
  /** As in the page's script. */
  private static final int CHUNK = 100;

  private static final int MOST_OF_A_KIND = 1000;
  private static final int MOST_WHEN_LARGE = 20;
  private static final int LARGE = 8_000_000;

  /** What is left of 16 MB is for the index and the renderer, and for escapes. */
  private static final int FULL = 13_500_000;

  private final List<byte[]> finished = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private JsonWriter json;
  private FileEvidence file;
  private Map<AnomalyKind, Integer> ofKind = new EnumMap<>(AnomalyKind.class);
  private int size;
  private int inChunk;
  private long inFinished;
  private long written;

  /** How many anomalies there are so far. */
  int size() {
    return size;
  }

  /** Adds an anomaly, unless there is no room for it. */
  Optional<JsonEvidence.Row> add(
      Anomaly anomaly, FileEvidence evidence, CheckResult result, CommandLines commands)
      throws IOException {
    if (file != evidence) {
      file = evidence;
      ofKind = new EnumMap<>(AnomalyKind.class);
    }
    int most = written < LARGE ? MOST_OF_A_KIND : written < FULL ? MOST_WHEN_LARGE : 0;
    if (ofKind.getOrDefault(anomaly.kind(), 0) >= most) {
      return Optional.empty();
    }
    if (inChunk == 0) {
      json = JsonWriter.on(bytes);
      json.generator().writeStartArray();
    }
    JsonEvidence.Row added = new JsonEvidence(json, evidence, commands).write(anomaly, result);
    json.generator().flush();
    ofKind.merge(anomaly.kind(), 1, Integer::sum);
    size++;
    if (++inChunk == CHUNK) {
      endChunk();
    }
    written = inFinished + bytes.size();
    return Optional.of(added);
  }

  /** All chunks, as JSON arrays. */
  List<byte[]> finish() throws IOException {
    if (inChunk > 0) {
      endChunk();
    }
    return finished;
  }

  private void endChunk() throws IOException {
    json.generator().writeEndArray();
    json.generator().flush();
    finished.add(bytes.toByteArray());
    inFinished += bytes.size();
    bytes.reset();
    inChunk = 0;
  }
}
