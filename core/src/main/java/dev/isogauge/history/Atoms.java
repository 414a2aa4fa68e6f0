package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * Keys, values and names as longs. An integer is its own atom; a string, nil, or an integer outside
 * the signed 64-bit range is a symbol: an index into a table, shifted into the lowest 2^31 longs.
 * Integers that fall into that range become symbols too, so two different things never share an
 * atom.
 *
 * <p>A symbol is known by its token, the way it is written in Isogauge text: bare words as they
 * are, other strings in double quotes. Thread-safe, so that parts of a file are parsed in parallel.
 */
public final class Atoms {
  /** The atom of {@code nil}, the value of a key before its first write. */
  public static final long NIL = Long.MIN_VALUE;

  /**
   * The value of a deleted object: absent again, as before its first write. Written {@code dead}
   * where it is a version, {@code nil} where it was read.
   */
  public static final long DEAD = NIL;

  /** In place of a name that is not given. */
  public static final long NO_NAME = Long.MIN_VALUE + Integer.MAX_VALUE - 1;

  /** Names the initial transaction as the writer of a read. */
  public static final long INITIAL_WRITER = NO_NAME - 1;

  private static final long SYMBOL_LIMIT = Long.MIN_VALUE + Integer.MAX_VALUE;

  /**
   * What a symbol takes beside its characters: the string, its number, and places in two tables.
   */
  private static final int SYMBOL_BYTES = 112;

  private final ConcurrentHashMap<String, Long> byToken = new ConcurrentHashMap<>();

  /** By number; null where a symbol was forgotten. */
  private final List<String> tokens = new ArrayList<>();

  /** Numbers of symbols that were forgotten. */
  private final IntArrayList free = new IntArrayList();

  private volatile long symbolBytes;

  /** A table of no symbols but nil. */
  public Atoms() {
    symbol("nil");
    symbolBytes = 0;
  }

  /** The atom of a signed integer. */
  public long integer(long value) {
    return value >= SYMBOL_LIMIT ? value : symbol(Long.toString(value));
  }

  /** The atom of an integer given as the 64 bits of an unsigned number. */
  public long unsignedInteger(long bits) {
    return bits >= 0 ? bits : symbol(Long.toUnsignedString(bits));
  }

  /** The atom of a string; the string "1" and the integer 1 are different atoms. */
  public long text(String text) {
    return symbol(word(text));
  }

  /**
   * The atom of a row.
   *
   * @param columns the atom of each column's value, an integer, a string or nil, by name
   */
  public long row(SortedMap<String, Long> columns) {
    return symbol(RowTokens.write(this, columns));
  }

  /** Whether the atom is a row with columns. */
  public boolean isRow(long atom) {
    return isSymbol(atom) && atom < INITIAL_WRITER && token(atom).charAt(0) == '{';
  }

  /** The values of a row's columns by name. */
  public SortedMap<String, Long> columns(long row) {
    return RowTokens.read(this, token(row));
  }

  /** The atom that was written as part of a token. */
  long of(String token, int begin, int end) {
    char first = token.charAt(begin);
    if (first != '-' && (first < '0' || first > '9')) {
      return symbol(token.substring(begin, end));
    }
    // Integers beyond the range of signed ones are symbols.
    try {
      return integer(Long.parseLong(token, begin, end, 10));
    } catch (NumberFormatException e) {
      return symbol(token.substring(begin, end));
    }
  }

  /** How a string is written: bare if it can be. */
  static String word(String text) {
    return isBareWord(text) && !text.equals("nil") && !text.equals("dead") ? text : quote(text);
  }

  /** The string that is written so. */
  static String unword(String word) {
    return word.charAt(0) == '"' ? unquote(word) : word;
  }

  /** Whether the text is a letter or _, then letters, digits and any of _ . / -. */
  private static boolean isBareWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean other = (c >= '-' && c <= '9') && i > 0;
      if (!letter && !other) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** How the atom is written in Isogauge text. */
  public String token(long atom) {
    if (!isSymbol(atom)) {
      return Long.toString(atom);
    }
    synchronized (tokens) {
      return tokens.get((int) (atom - Long.MIN_VALUE));
    }
  }

  /** Whether the atom is an integer that is its own atom, as all but the smallest longs are. */
  public boolean isPlainInteger(long atom) {
    return !isSymbol(atom);
  }

  /** Whether the atom is an integer, of whatever size. */
  public boolean isInteger(long atom) {
    if (!isSymbol(atom)) {
      return true;
    }
    char first = token(atom).charAt(0);
    return first == '-' || (first >= '0' && first <= '9');
  }

  /** The string that the atom stands for, without quotes; for integers their digits. */
  public String plain(long atom) {
    return unword(token(atom));
  }

  /** Orders atoms for people: nil or no name, then integers by size, then strings by code point. */
  public int compare(long left, long right) {
    if (left == right) {
      return 0;
    }
    if (!isSymbol(left) && !isSymbol(right)) {
      return Long.compare(left, right);
    }
    if (isNothing(left) || isNothing(right)) {
      return isNothing(left) ? -1 : 1;
    }
    boolean number = isInteger(left);
    if (number != isInteger(right)) {
      return number ? -1 : 1;
    }
    return number
        ? new BigInteger(token(left)).compareTo(new BigInteger(token(right)))
        : compareCodePoints(plain(left), plain(right));
  }

  private static boolean isNothing(long atom) {
    return atom == NIL || atom == NO_NAME;
  }

  /**
   * Compares strings by code point; UTF-16 order differs where a surrogate meets a later character.
   */
  public static int compareCodePoints(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      if (left.charAt(i) != right.charAt(i)) {
        boolean surrogate = Character.isSurrogate(left.charAt(i));
        return surrogate == Character.isSurrogate(right.charAt(i))
            ? Character.compare(left.charAt(i), right.charAt(i))
            : surrogate ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  private static boolean isSymbol(long atom) {
    return atom < SYMBOL_LIMIT;
  }

  /**
   * Whether the atom means something in this table only: others know it by its token. Integers, nil
   * and what stands for no name are the same in all tables.
   */
  public static boolean isLocal(long atom) {
    return atom < INITIAL_WRITER && atom != NIL;
  }

  /** The atom whose token this is; tokens come from {@link #token}, perhaps of another table. */
  public long ofToken(String token) {
    return of(token, 0, token.length());
  }

  private long symbol(String token) {
    Long known = byToken.get(token);
    return known != null ? known : byToken.computeIfAbsent(token, this::append);
  }

  /** All symbols have numbers below this one; nil has 0. */
  public int symbolCount() {
    synchronized (tokens) {
      return tokens.size();
    }
  }

  /** What symbols take in memory, roughly. */
  public long symbolBytes() {
    return symbolBytes;
  }

  /**
   * Forgets symbols. Their atoms must not be used afterwards: new symbols will get them. The table
   * must not be used meanwhile.
   *
   * @param isKept decides by the atom; nil always stays
   */
  public void retain(LongPredicate isKept) {
    synchronized (tokens) {
      for (int number = 1; number < tokens.size(); number++) {
        String token = tokens.get(number);
        if (token != null && !isKept.test(Long.MIN_VALUE + number)) {
          byToken.remove(token);
          tokens.set(number, null);
          free.add(number);
          symbolBytes -= SYMBOL_BYTES + token.length();
        }
      }
    }
  }

  /**
   * What atoms of another table are here, for {@link RawBlock#rename}.
   *
   * @param add whether symbols that are not here are added; they are {@link #NO_NAME} otherwise
   */
  public LongUnaryOperator from(Atoms other, boolean add) {
    long[] known = new long[other.symbolCount()];
    return atom -> {
      if (!isSymbol(atom) || atom == NIL || atom >= INITIAL_WRITER) {
        return atom;
      }
      int number = (int) (atom - Long.MIN_VALUE);
      if (known[number] == 0) {
        String token = other.token(atom);
        known[number] = add ? symbol(token) : byToken.getOrDefault(token, NO_NAME);
      }
      return known[number];
    };
  }

  private long append(String token) {
    synchronized (tokens) {
      symbolBytes += SYMBOL_BYTES + token.length();
      if (free.isEmpty()) {
        tokens.add(token);
        return Long.MIN_VALUE + (tokens.size() - 1);
      }
      int number = free.popInt();
      tokens.set(number, token);
      return Long.MIN_VALUE + number;
    }
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f || (c >= 0x80 && Character.isISOControl(c))) {
            quoted.append(String.format("\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  private static String unquote(String token) {
    StringBuilder text = new StringBuilder(token.length());
    for (int i = 1; i < token.length() - 1; i++) {
      char c = token.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = token.charAt(++i);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append((char) Integer.parseInt(token.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> text.append(escaped);
      }
    }
    return text.toString();
  }
}
