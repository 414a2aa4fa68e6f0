package dev.isogauge.app.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** An error or a notice of the server, with the place in the text that the application sent. */
final class Report {
  private Report() {}

  /** Sends it on, and returns its code; empty if it is too large. */
  static String pass(MessageInput in, MessageOutput out, Rewriting rewriting) throws IOException {
    String code = "";
    if (in.isLarge()) {
      in.pass(out);
      return code;
    }
    in.whole();
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    boolean isMoved = false;
    for (int field = in.int8(); field != 0; field = in.int8()) {
      byte[] value = in.zeroEnded();
      String text = new String(value, ISO_8859_1);
      if (field == 'C') {
        code = text;
      } else if (field == 'P' && !rewriting.isNone()) {
        isMoved = true;
        value = Integer.toString(rewriting.original(Integer.parseInt(text))).getBytes(ISO_8859_1);
      }
      fields.write(field);
      fields.writeBytes(value);
      fields.write(0);
    }
    if (isMoved) {
      out.begin(in.type()).bytes(fields.toByteArray()).int8(0).end();
      in.drop();
    } else {
      in.pass(out);
    }
    return code;
  }
}
