package dev.isogauge.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes one HTML page that needs nothing else: style, script and data are inside, and a policy in
 * the page refuses everything else. The page is data plus renderer: call {@link #data} for what
 * must be there before the first look, then {@link #script} once, then {@link #data} for the rest,
 * then {@link #end}.
 */
public final class Page {
  private final OutputStream out;
  private final Renderer renderer;

  private Page(OutputStream out, Renderer renderer) throws IOException {
    this.out = out;
    this.renderer = renderer;
    resource(renderer.headFile());
  }

  /** The report of a check. It expects a block {@code index} and blocks {@code chunk-N}. */
  public static Page report(OutputStream out) throws IOException {
    return new Page(out, Renderer.REPORT);
  }

  /** The matrix of a litmus run. It expects a block {@code index}. */
  public static Page litmus(OutputStream out) throws IOException {
    return new Page(out, Renderer.LITMUS);
  }

  /** What a search of schedules found. It expects a block {@code index}. */
  public static Page search(OutputStream out) throws IOException {
    return new Page(out, Renderer.SEARCH);
  }

  /** The page of a running service. It holds no data, and asks the service for it. */
  public static Page live(OutputStream out) throws IOException {
    return new Page(out, Renderer.LIVE);
  }

  /** Adds a block of data: JSON in ASCII. */
  public void data(String id, byte[] json) throws IOException {
    text("<script type=\"application/json\" id=\"" + id + "\">");
    OutputStream safe = new ScriptSafe(out);
    safe.write(json);
    safe.flush();
    text("</script>\n");
  }

  /** Adds the renderer, which draws at once with the data so far. */
  public void script() throws IOException {
    resource(renderer.scriptFile());
  }

  private void resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "the page's " + name + " is missing; Maven's build makes it");
      }
      in.transferTo(out);
    }
  }

  /** Ends the page; does not close the stream. */
  public void end() throws IOException {
    text("</body>\n</html>\n");
    out.flush();
  }

  private void text(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
