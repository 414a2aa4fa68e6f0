package dev.isogauge.app.serve;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** 128 bits of SHA-256, which stand for a text whose own bytes are not worth keeping. */
record Digest(long high, long low) {
  static Digest of(byte[] bytes) {
    ByteBuffer hash = ByteBuffer.wrap(sha256().digest(bytes));
    return new Digest(hash.getLong(), hash.getLong());
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
