package dev.isogauge.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser makes of a page is tested with the commands; here is what it is made of. */
class PageTest {
  @Test
  void dataCannotEndItsElement() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Page page = Page.report(out);
    page.data("index", "{\"a\":\"</script><!-- & -->\"}".getBytes(UTF_8));
    page.end();

    assertThat(out.toString(UTF_8))
        .contains(
            "<script type=\"application/json\" id=\"index\">"
                + "{\"a\":\"\\u003c/script\\u003e\\u003c!-- \\u0026 --\\u003e\"}</script>");
  }

  @Test
  void dataIsAscii() throws IOException {
    Page page = Page.report(new ByteArrayOutputStream());

    assertThatThrownBy(() -> page.data("index", "\"\u2028\"".getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "litmus", "search", "live"})
  void theRendererIsWholeAndCannotEndItsElement(String name) throws IOException {
    String page = page(name);

    assertThat(between(page, "<script>", "</script>"))
        .contains("function render()")
        .doesNotContain("<!--", "innerHTML", "insertAdjacentHTML", "document.write")
        .endsWith("})();\n");
    assertThat(page.split("<style", -1)).hasSize(3);
    assertThat(between(page, "<style", "</head>")).doesNotContain("url(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "litmus", "search", "live"})
  void thePolicyAdmitsTheScriptAndTheStylesThatAreThere(String name) throws Exception {
    String page = page(name);

    assertThat(page)
        .contains("script-src " + hash(between(page, "<script>", "</script>")) + ";")
        .contains(
            "style-src "
                + hash(between(page, "<style>", "</style>"))
                + " "
                + hash(between(page, "<style id=\"picture-style\">", "</style>"))
                + ";");
  }

  private static String page(String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Page page =
        switch (name) {
          case "report" -> Page.report(out);
          case "litmus" -> Page.litmus(out);
          default -> Page.live(out);
        };
    page.script();
    page.end();
    return out.toString(UTF_8);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
