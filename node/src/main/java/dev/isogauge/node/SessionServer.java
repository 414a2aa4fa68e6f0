package dev.isogauge.node;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Answers the requests of one session. When the session is gone, its transaction is, too.
 *
 * <p>A message is a number of texts; a text is its length in bytes and UTF-8, or -1 if it is
 * absent. All numbers have four bytes. Requests, of which the first is {@code hello}:
 *
 * <pre>
 * hello SECRET LEVEL   begin   value KEY   valueForUpdate KEY   put KEY VALUE   remove KEY
 * commit   rollback   clear   complete   standing
 * </pre>
 *
 * <p>Answers: {@code done TEXT}, where the text is the version, a value, or absent, and whether the
 * cluster is complete as {@code true} or {@code false}, or how the member stands; {@code conflict
 * WHY}: the transaction is aborted; {@code failed WHY}: for another reason, and a commit may have
 * happened.
 */
final class SessionServer implements Runnable {
  /** A list of a long run is shorter by far. */
  private static final int LONGEST = 1 << 26;

  private static final int MOST_TEXTS = 3;

  private final Socket socket;
  private final Member member;
  private final String secret;

  SessionServer(Socket socket, Member member, String secret) {
    this.socket = socket;
    this.member = member;
    this.secret = secret;
  }

  @Override
  public void run() {
    Transactions transactions = null;
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      String[] hello = read(in);
      if (hello.length != 3 || !"hello".equals(hello[0]) || !isSecret(hello[1])) {
        return;
      }
      try {
        transactions = member.connect(hello[2]);
      } catch (Exception e) {
        write(out, "failed", e.toString());
        return;
      }
      write(out, "done", member.version());
      while (true) {
        serve(read(in), transactions, out);
      }
    } catch (IOException e) {
      // The session is gone.
    } finally {
      if (transactions != null) {
        transactions.rollback();
        transactions.close();
      }
    }
  }

  private boolean isSecret(String word) {
    return word != null
        && MessageDigest.isEqual(
            word.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }

  private void serve(String[] request, Transactions transactions, DataOutputStream out)
      throws IOException {
    String answer;
    try {
      answer = done(request, transactions);
    } catch (Conflict e) {
      write(out, "conflict", e.getMessage());
      return;
    } catch (Exception e) {
      write(out, "failed", e.toString());
      return;
    }
    write(out, "done", answer);
  }

  private String done(String[] request, Transactions transactions) throws Exception {
    switch (request[0]) {
      case "begin" -> transactions.begin();
      case "value" -> {
        return transactions.value(request[1]);
      }
      case "valueForUpdate" -> {
        return transactions.valueForUpdate(request[1]);
      }
      case "put" -> transactions.put(request[1], request[2]);
      case "remove" -> transactions.remove(request[1]);
      case "commit" -> transactions.commit();
      case "rollback" -> transactions.rollback();
      case "clear" -> member.clear();
      case "complete" -> {
        return Boolean.toString(member.isComplete());
      }
      case "standing" -> {
        return member.standing();
      }
      default -> throw new IOException("there is no request " + request[0]);
    }
    return null;
  }

  static String[] read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 1 || count > MOST_TEXTS) {
      throw new IOException("a message of " + count + " texts");
    }
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < -1 || length > LONGEST) {
        throw new IOException("a text of " + length + " bytes");
      }
      texts[i] = length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
    return texts;
  }

  static void write(DataOutputStream out, String... texts) throws IOException {
    out.writeInt(texts.length);
    for (String text : texts) {
      byte[] bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes == null ? -1 : bytes.length);
      if (bytes != null) {
        out.write(bytes);
      }
    }
    out.flush();
  }
}
