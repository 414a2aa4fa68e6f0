package dev.isogauge.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts together what does not depend on a page's data, when the project is built: to do so for each
 * page would take longer than a small check.
 */
final class Assembly {
  private static final Pattern IMPORT =
      Pattern.compile("^import \\{[^}]*\\} from \"\\./([\\w.]+)\";\n", Pattern.MULTILINE);

  private final Path sources;

  private Assembly(Path sources) {
    this.sources = sources;
  }

  /** Takes the directory of scripts and styles, and that of classes. */
  public static void main(String[] arguments) throws IOException {
    Assembly assembly = new Assembly(Path.of(arguments[0]));
    Path target = Path.of(arguments[1], "dev", "isogauge", "page");
    Files.createDirectories(target);
    for (Renderer renderer : Renderer.values()) {
      String script = assembly.script(renderer);
      Files.writeString(target.resolve(renderer.headFile()), assembly.head(renderer, script));
      Files.writeString(target.resolve(renderer.scriptFile()), "<script>" + script + "</script>\n");
    }
  }

  /**
   * The page's script after all modules that it imports, as one: a page that is opened from a disk
   * may load no others. So no two modules of a page may share a name, which {@code lint.mjs}
   * checks.
   */
  private String script(Renderer renderer) throws IOException {
    Map<String, String> modules = new LinkedHashMap<>();
    add(renderer.script(), modules);
    return "\"use strict\";\n(() => {\n" + String.join("\n", modules.values()) + "})();\n";
  }

  /** Adds a module behind those that it imports; those that import one another as they come. */
  private void add(String file, Map<String, String> modules) throws IOException {
    if (modules.containsKey(file)) {
      return;
    }
    modules.put(file, "");
    String text = read(file);
    Matcher imported = IMPORT.matcher(text);
    while (imported.find()) {
      add(imported.group(1), modules);
    }
    modules.remove(file);
    modules.put(file, IMPORT.matcher(text).replaceAll("").replaceAll("(?m)^export ", ""));
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
    return Files.readString(sources.resolve(file));
  }
}
