package dev.isogauge.history;

import java.util.List;

/**
 * The order of a key's versions as recorded, oldest first.
 *
 * @param key the key's atom
 * @param versions the versions, in the words of the recorder; a version that was never written is
 *     kept
 */
public record VersionOrder(long key, List<Version> versions) {
  /** An order of versions, which is copied. */
  public VersionOrder {
    versions = List.copyOf(versions);
  }

  /**
   * One version of a key.
   *
   * @param value the value's atom
   * @param writer the atom of the writing transaction's name, or {@link Atoms#NO_NAME} where the
   *     value alone identifies the version
   * @param isClear whether it is clear which version is meant; a version that is not clear is
   *     ignored
   */
  public record Version(long value, long writer, boolean isClear) {

    /** A version that is clear. */
    public Version(long value, long writer) {
      this(value, writer, true);
    }

    /** Written out, as that of a record takes long to be linked. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Version version
          && value == version.value
          && writer == version.writer
          && isClear == version.isClear;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * value + writer);
    }
  }
}
