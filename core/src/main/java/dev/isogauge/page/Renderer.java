package dev.isogauge.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What draws a page: files with a purpose each, of which pages share most. They are put together
 * here, into one function, so that there is no build step.
 */
enum Renderer {
  /** The report of a check. */
  REPORT("list", "summary", "report"),
  /** The matrix of a litmus run. */
  LITMUS("lanes", "litmus"),
  /** What a running service finds. */
  LIVE("charts", "ask", "findings", "live");

  /** Elements and data, what pictures and pages are made of, and the view of an anomaly. */
  private static final List<String> SHARED =
      List.of(
          "dom",
          "data",
          "model",
          "picture",
          "widgets",
          "keys",
          "cycle",
          "timeline",
          "readers",
          "order",
          "lattice",
          "prose",
          "around",
          "expected",
          "shortage",
          "files",
          "anomaly");

  private final List<String> files;

  Renderer(String... files) {
    this.files = List.of(files);
  }

  /** Whether the page asks where it comes from for its data. */
  boolean mayAsk() {
    return this == LIVE;
  }

  /** The whole script of the page. */
  String script() {
    return Stream.concat(SHARED.stream(), files.stream())
        .map(name -> resource(name + ".js"))
        .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "})();\n"));
  }

  /** The style of the page around pictures. */
  static String pageStyle() {
    return resource("page.css");
  }

  /** The style of pictures, which a saved picture takes along. */
  static String pictureStyle() {
    return resource("picture.css");
  }

  /** What a content security policy calls a text that it admits. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  private static String resource(String name) {
    try (InputStream in = Renderer.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the page's " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
