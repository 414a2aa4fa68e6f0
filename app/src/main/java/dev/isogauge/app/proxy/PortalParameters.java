package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.RecordedStatement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The parameters of a portal, as bytes until their types are known. */
record PortalParameters(int[] formats, List<byte[]> values) {
  static final PortalParameters NONE = new PortalParameters(new int[0], List.of());

  /** Longer ones are no keys. */
  private static final int LONGEST = 200;

  private static final byte[] TOO_LONG = new byte[0];

  /** Types by their numbers in the server's catalog. */
  private static final int INT8 = 20;

  private static final int INT2 = 21;
  private static final int INT4 = 23;
  private static final int TEXT = 25;
  private static final int VARCHAR = 1043;
  private static final int UUID_TYPE = 2950;

  /** Reads them in a message, which stands behind the names. */
  static PortalParameters read(MessageInput in) throws IOException {
    int[] formats = new int[in.int16()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = in.int16();
    }
    int count = in.int16();
    List<byte[]> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = in.int32();
      byte[] value = length < 0 ? null : in.bytes(length);
      values.add(value != null && length > LONGEST ? TOO_LONG : value);
    }
    return new PortalParameters(formats, values);
  }

  private boolean isBinary(int place) {
    return formats.length > 0 && formats[formats.length == 1 ? 0 : place] == 1;
  }

  /** Integers, texts and UUIDs; null where there is none. */
  List<Object> decoded(int[] types) {
    List<Object> all = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      Object known = RecordedStatement.UNREADABLE;
      if (value == null) {
        known = null;
      } else if (value != TOO_LONG && types != null && i < types.length) {
        known = decoded(types[i], isBinary(i), value);
      }
      all.add(known);
    }
    return all;
  }

  private static Object decoded(int type, boolean isBinary, byte[] value) {
    try {
      ByteBuffer binary = ByteBuffer.wrap(value);
      return switch (type) {
        case INT2 -> isBinary ? (Object) (long) binary.getShort() : integer(value);
        case INT4 -> isBinary ? (Object) (long) binary.getInt() : integer(value);
        case INT8 -> isBinary ? (Object) binary.getLong() : integer(value);
        case TEXT, VARCHAR -> StandardCharsets.UTF_8.newDecoder().decode(binary).toString();
        case UUID_TYPE ->
            isBinary
                ? new UUID(binary.getLong(), binary.getLong())
                : UUID.fromString(new String(value, StandardCharsets.US_ASCII));
        default -> RecordedStatement.UNREADABLE;
      };
    } catch (IllegalArgumentException
        | CharacterCodingException
        | java.nio.BufferUnderflowException e) {
      return RecordedStatement.UNREADABLE;
    }
  }

  private static Object integer(byte[] value) {
    return Long.valueOf(new String(value, StandardCharsets.US_ASCII).strip());
  }
}
