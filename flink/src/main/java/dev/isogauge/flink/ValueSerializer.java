package dev.isogauge.flink;

import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes immutable values in a layout of its own, which has a version. */
abstract class ValueSerializer<T> extends TypeSerializerSingleton<T> {
  private static final long serialVersionUID = 1;

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public T copy(T from) {
    return from;
  }

  @Override
  public T copy(T from, T reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  static void writeBytes(byte[] bytes, DataOutputView to) throws IOException {
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  static byte[] readBytes(DataInputView from) throws IOException {
    byte[] bytes = new byte[from.readInt()];
    from.readFully(bytes);
    return bytes;
  }

  /** Strings of any length. */
  static void writeText(String text, DataOutputView to) throws IOException {
    to.writeInt(text.length());
    for (int i = 0; i < text.length(); i++) {
      to.writeChar(text.charAt(i));
    }
  }

  static String readText(DataInputView from) throws IOException {
    char[] text = new char[from.readInt()];
    for (int i = 0; i < text.length; i++) {
      text[i] = from.readChar();
    }
    return new String(text);
  }

  /** What state says about the layout it was written in: its version. */
  abstract static class Snapshot<T> implements TypeSerializerSnapshot<T> {
    private final int current;
    private final TypeSerializer<T> serializer;
    private int written;

    Snapshot(int version, TypeSerializer<T> serializer) {
      this.current = version;
      this.written = version;
      this.serializer = serializer;
    }

    @Override
    public int getCurrentVersion() {
      return current;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {}

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) {
      written = version;
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
      return serializer;
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
        TypeSerializerSnapshot<T> old) {
      return old instanceof Snapshot<T> known && known.written == current
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }

  /** The type of values that a serializer writes. */
  static final class Type<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1;

    private final Class<T> type;
    private final ValueSerializer<T> serializer;

    Type(Class<T> type, ValueSerializer<T> serializer) {
      this.type = type;
      this.serializer = serializer;
    }

    @Override
    public boolean isBasicType() {
      return false;
    }

    @Override
    public boolean isTupleType() {
      return false;
    }

    @Override
    public int getArity() {
      return 1;
    }

    @Override
    public int getTotalFields() {
      return 1;
    }

    @Override
    public Class<T> getTypeClass() {
      return type;
    }

    @Override
    public boolean isKeyType() {
      return false;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
      return serializer;
    }

    @Override
    public String toString() {
      return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Type<?> known && known.type == type;
    }

    @Override
    public int hashCode() {
      return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
      return other instanceof Type<?>;
    }
  }
}
