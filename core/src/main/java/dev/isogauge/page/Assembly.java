package dev.isogauge.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.StringJoiner;

/**
 * Puts together what does not depend on a page's data, when the project is built: to do so for each
 * page would take longer than a small check.
 */
final class Assembly {
  private final Path folder;

  private Assembly(Path folder) {
    this.folder = folder;
  }

  /** Takes the directory of classes; the parts are among them as resources. */
  public static void main(String[] arguments) throws IOException {
    Assembly assembly = new Assembly(Path.of(arguments[0], "dev", "isogauge", "page"));
    for (Renderer renderer : Renderer.values()) {
      String script = assembly.script(renderer);
      assembly.write(renderer.headFile(), assembly.head(renderer, script));
      assembly.write(renderer.scriptFile(), "<script>" + script + "</script>\n");
    }
  }

  private String script(Renderer renderer) throws IOException {
    StringJoiner script = new StringJoiner("\n", "\"use strict\";\n(() => {\n", "})();\n");
    for (String file : renderer.scripts()) {
      script.add(read(file));
    }
    return script.toString();
  }

  /** The pictures' style is an element of its own, because a saved picture embeds it. */
  private String head(Renderer renderer, String script) throws IOException {
    String page = read("page.css");
    String pictures = read("picture.css");
    String policy =
        """
        default-src 'none'; script-src %s; style-src %s %s; %sbase-uri 'none'; \
        form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"""
            .formatted(
                hash(script),
                hash(page),
                hash(pictures),
                renderer.mayAsk() ? "connect-src 'self'; " : "");
    return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="%s">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Isogauge</title>
        <style>%s</style>
        <style id="picture-style">%s</style>
        </head>
        <body>
        <div id="app"><noscript><p>This page is drawn by its own script, which is switched off here.\
        </p></noscript></div>
        <p id="announcement" class="unseen" role="status"></p>
        """
        .formatted(policy, page, pictures);
  }

  /** The hash by which a content security policy admits a text. */
  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }
}
