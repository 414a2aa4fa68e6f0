package dev.isogauge.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  @EnumSource(Renderer.class)
  void theRendererIsWholeAndCannotEndItsElement(Renderer renderer) {
    assertThat(renderer.script())
        .contains("function render()")
        .doesNotContain("</script", "<!--", "innerHTML", "insertAdjacentHTML", "document.write");
    assertThat(Renderer.pageStyle() + Renderer.pictureStyle()).doesNotContain("</style", "url(");
  }

  @Test
  void thePolicyAdmitsTheScriptThatIsThere() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Page page = Page.litmus(out);
    page.script();
    page.end();

    Matcher script =
        Pattern.compile("<script>(.*)</script>", Pattern.DOTALL).matcher(out.toString(UTF_8));
    assertThat(script.find()).isTrue();
    assertThat(out.toString(UTF_8)).contains("script-src " + Renderer.hash(script.group(1)) + ";");
  }
}
