package dev.isogauge.flink;

import dev.isogauge.history.RawBlock;

/**
 * What concerns one key or one session of a transaction, which a batch sorts.
 *
 * @param timeline {@code k} and the token of the key, or {@code s} and that of the session
 * @param commit when the transaction commits; {@link RawBlock#NO_TIME} if it does not
 * @param bytes for {@link dev.isogauge.online.kernel.ShardKernel}
 */
record TimelinePart(String timeline, long commit, byte[] bytes) {
  static String timeline(boolean isKey, String token) {
    return prefix(isKey) + token;
  }

  static char prefix(boolean isKey) {
    return isKey ? 'k' : 's';
  }

  static boolean isKey(String timeline) {
    return timeline.charAt(0) == prefix(true);
  }

  static String token(String timeline) {
    return timeline.substring(1);
  }
}
