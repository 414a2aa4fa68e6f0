package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compressed batch is taken whole or not at all. */
class GzipBodiesTest {
  @TempDir Path directory;

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] both(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  @Test
  void whatFollowsAMemberIsOneOrRefusesTheBatch() throws Exception {
    byte[] first = gzip(BAD_READ);
    byte[] second = gzip(BAD_READ.replace("bad", "worse").replace("s9", "s8"));
    byte[] otherSum = second.clone();
    otherSum[second.length - 6] ^= 1;
    byte[] otherData = second.clone();
    otherData[20] ^= 64;
    byte[] otherHead = second.clone();
    otherHead[0] ^= 1;
    try (RunningService service = RunningService.start(directory)) {
      for (byte[] more :
          List.of(
              new byte[1],
              new byte[] {'x', 'y'},
              new byte[18],
              new byte[100],
              new byte[100_000],
              Arrays.copyOf(second, 5),
              Arrays.copyOf(second, 12),
              Arrays.copyOf(second, second.length - 1),
              otherSum,
              otherData,
              otherHead,
              both(second, new byte[] {'x'}))) {
        HttpResponse<String> answer = send(service, both(first, more));
        assertThat(answer.statusCode()).as(more.length + " bytes").isEqualTo(400);
        assertThat(answer.body()).contains("the compressed body is damaged");
      }
      for (int length = 0; length < first.length; length++) {
        HttpResponse<String> answer = send(service, Arrays.copyOf(first, length));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("damaged: ").doesNotContain("null");
      }
      assertThat(service.status("transactions")).isZero();
      assertThat(send(service, both(first, second)).body()).contains("\"accepted\":2");
    }
  }

  private static HttpResponse<String> send(RunningService service, byte[] body) throws Exception {
    return service.send(service.batch(body).header("Content-Encoding", "gzip"));
  }
}
