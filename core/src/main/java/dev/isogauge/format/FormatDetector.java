package dev.isogauge.format;

import dev.isogauge.format.cobra.CobraLayout;
import dev.isogauge.format.dbcop.DbcopHeader;
import dev.isogauge.format.toolkit.BinaryInput;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Detects the format of an input by its first bytes. Binary formats are recognised by their layout,
 * text formats by the first lines that are neither blank nor comments.
 */
final class FormatDetector {
  /** How many bytes the detector wants to see. */
  static final int PEEKED = 1 << 16;

  private static final String ATOM = "(?:-?\\d+|[A-Za-z_][\\w./-]*|\"(?:[^\"\\\\]|\\\\.)*+\")";
  private static final Pattern PLUME =
      Pattern.compile("\\s*[rw]\\s*\\(\\s*-?\\d+\\s*,\\s*-?\\d+\\s*,\\s*-?\\d+\\s*,.*");
  private static final Pattern JSON_ARRAY = Pattern.compile("\\s*\\[\\s*(?:\\{\\s*\"|\\])");
  private static final Pattern JSON_OBJECT = Pattern.compile("\\s*\\{\\s*\"");
  private static final Pattern JSONL_FIELD =
      Pattern.compile("\"(?:session|init|default|order)\"\\s*:");
  private static final Pattern TIMEKILLER_SESSION = Pattern.compile("\"sid\"\\s*:");
  private static final Pattern TIMEKILLER_FIELD = Pattern.compile("\"(?:sts|cts|ops)\"\\s*:");
  private static final Pattern ELLE_TYPE =
      Pattern.compile("(?::type[\\s,]+:|\"type\"\\s*:\\s*\")(?:invoke|ok|fail|info)\\b");
  private static final Pattern ETCD_LOG =
      Pattern.compile(
          "(?<!\\S)\\d++[ \\t]++:(?:invoke|ok|fail|info)[ \\t]++:(?:read|write|cas)\\b");
  private static final Pattern DIRECTIVE =
      Pattern.compile("\\s*(?:init\\s+(?:\\*|" + ATOM + ")\\s*=|order\\s+" + ATOM + "\\s*:).*");
  private static final Pattern HEADER =
      Pattern.compile("\\s*" + ATOM + "(?:\\s+" + ATOM + ")?\\s*:(.*)");
  private static final Pattern BODY =
      Pattern.compile(
          "\\s*(?:(?:[rwadp]|u[rw])\\(|aborted\\b|indeterminate\\b|\\[\\s*(?:ts|rt|sno|serial|xid|snapshot|level|statements)\\b|[;|#]).*");

  private FormatDetector() {}

  /**
   * A format and how well it fits.
   *
   * @param sure whether the content shows the format; otherwise it is only the closest one
   * @param remark what a user should know when several formats fit
   */
  record Detection(HistoryFormat format, boolean sure, Optional<String> remark) {}

  /** The format of an input that begins so; empty for binary data of no known format. */
  static Optional<Detection> detect(byte[] beginning) {
    if (BinaryInput.isBinary(beginning)) {
      if (CobraLayout.fits(beginning)) {
        return Optional.of(sure(HistoryFormat.COBRA));
      }
      return DbcopHeader.fits(beginning)
          ? Optional.of(sure(HistoryFormat.DBCOP))
          : Optional.empty();
    }
    String text = new String(beginning, StandardCharsets.UTF_8);
    return Optional.of(detectText(text, beginning.length >= PEEKED));
  }

  private static Optional<Detection> detectElle(String text) {
    Optional<FirstObject> first = FirstObject.of(text);
    String fields = first.map(FirstObject::fields).orElse("");
    boolean elle = ELLE_TYPE.matcher(fields).find() && !JSONL_FIELD.matcher(fields).find();
    return elle || first.filter(FirstObject::isMap).isPresent()
        ? Optional.of(new Detection(HistoryFormat.ELLE, elle, Optional.empty()))
        : Optional.empty();
  }

  private static Optional<Detection> detectJson(String text) {
    boolean timekiller =
        TIMEKILLER_SESSION.matcher(text).find() && TIMEKILLER_FIELD.matcher(text).find();
    if (JSON_ARRAY.matcher(text).lookingAt()) {
      return Optional.of(new Detection(HistoryFormat.TIMEKILLER, timekiller, Optional.empty()));
    }
    if (!JSON_OBJECT.matcher(text).lookingAt()) {
      return Optional.empty();
    }
    String firstLine = text.stripLeading().lines().findFirst().orElse("");
    boolean jsonl = JSONL_FIELD.matcher(firstLine).find();
    return Optional.of(
        timekiller && !jsonl
            ? sure(HistoryFormat.TIMEKILLER)
            : new Detection(HistoryFormat.JSONL, jsonl, Optional.empty()));
  }

  private static Detection detectText(String all, boolean isCut) {
    String text = all.replaceFirst("^\uFEFF", "");
    Optional<Detection> objects = detectElle(text).or(() -> detectJson(text));
    if (objects.isPresent()) {
      return objects.get();
    }
    String[] lines = text.split("\n", -1);
    int last = isCut && lines.length > 1 ? lines.length - 1 : lines.length;
    boolean seen = false;
    boolean comments = false;
    for (int i = 0; i < last; i++) {
      String line = lines[i];
      if (line.isBlank()) {
        continue;
      }
      if (line.stripLeading().startsWith("#")) {
        comments = true;
        continue;
      }
      if (!seen && !comments && PLUME.matcher(line).lookingAt()) {
        return sure(HistoryFormat.PLUME);
      }
      seen = true;
      if (DIRECTIVE.matcher(line).lookingAt()) {
        return sure(HistoryFormat.ISOGAUGE);
      }
      var header = HEADER.matcher(line);
      if (!header.lookingAt()) {
        return closest(text, line);
      }
      if (!header.group(1).isBlank()) {
        return BODY.matcher(header.group(1)).lookingAt()
            ? sure(HistoryFormat.ISOGAUGE)
            : closest(text, line);
      }
    }
    if (seen || comments) {
      // What other tools write looks like this too, unless operations may follow.
      return new Detection(HistoryFormat.ISOGAUGE, isCut, Optional.empty());
    }
    // A file without a byte is a run that recorded nothing, and must not go unnoticed.
    return new Detection(
        HistoryFormat.PLUME,
        isCut || all.isEmpty(),
        Optional.of("the input is empty, which fits every text format; it was read as plume"));
  }

  private static Detection sure(HistoryFormat format) {
    return new Detection(format, true, Optional.empty());
  }

  /** Logs mix operations with other lines. */
  private static Detection closest(String text, String firstLine) {
    if (ETCD_LOG.matcher(text).find()) {
      return sure(HistoryFormat.ETCD_LOG);
    }
    String line = firstLine.strip();
    boolean plume = line.startsWith("r(") || line.startsWith("w(");
    boolean json = line.startsWith("{") || line.startsWith("[");
    HistoryFormat format =
        plume ? HistoryFormat.PLUME : json ? HistoryFormat.JSONL : HistoryFormat.ISOGAUGE;
    return new Detection(format, false, Optional.empty());
  }
}
