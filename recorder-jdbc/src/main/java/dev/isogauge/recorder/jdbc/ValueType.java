package dev.isogauge.recorder.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How values of a column are written down, the same for what was sent and what came back: an
 * integer or a text. Where the database may have stored something other than was sent, because it
 * rounds, pads, cuts or converts, the value is {@link StatementValue#UNREADABLE}.
 *
 * <p>What does not fit a column is unreadable too, even where databases refuse it: MySQL's, in some
 * modes, store the nearest value that does.
 *
 * @param form how values are compared
 * @param size how many characters, bytes or digits behind the point there may be; -1 if any
 * @param least the least number or year that fits
 * @param most the greatest integer, year or character that fits, or how many digits do before the
 *     point
 */
record ValueType(Form form, int size, long least, long most) {
  /** Of a column whose digits behind the point are not limited. */
  static final int NO_DIGITS = -1;

  private static final Pattern NO_NUMBER = Pattern.compile("NaN|-?Infinity");
  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);

  /** How values are compared. */
  enum Form {
    INTEGER,
    DECIMAL,
    DOUBLE,
    SINGLE,
    BOOLEAN,
    TEXT,
    PADDED,
    /** Text that is compared without regard to case and blanks at its end. */
    LOOSE,
    /** Text of which it is not known whether blanks at its end count. */
    UNPADDED,
    DATE,
    TIMESTAMP,
    INSTANT,
    UUID,
    BYTES,
    /** Each value as it comes: for columns that take any type. */
    DYNAMIC,
    /** Not compared. */
    OTHER
  }

  private static final Object UNKNOWN = StatementValue.UNREADABLE;

  private ValueType(Form form, int size) {
    this(form, size, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** The type of a column by what {@link java.sql.DatabaseMetaData#getColumns} says. */
  static ValueType of(int type, String name, int size, int digits, RecordedDialect dialect) {
    String word = name == null ? "" : name.toLowerCase(Locale.ROOT);
    if (dialect.isDynamicallyTyped()) {
      return byAffinity(word);
    }
    if (word.startsWith("uuid")) {
      return new ValueType(Form.UUID, -1);
    }
    if (word.matches("(json|jsonb|citext|xml|money|interval|enum|set|year|bit).*|.*ignorecase.*")
        && !(word.equals("bit") && type == Types.BIT)) {
      return new ValueType(Form.OTHER, -1);
    }
    if (dialect == RecordedDialect.MYSQL) {
      Optional<ValueType> narrow = ofMySql(type, word, size, digits);
      if (narrow.isPresent()) {
        return narrow.get();
      }
    }
    return switch (type) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
          new ValueType(Form.INTEGER, 0);
      case Types.NUMERIC, Types.DECIMAL ->
          new ValueType(
              Form.DECIMAL,
              dialect == RecordedDialect.POSTGRES && digits == 0 && size == 0 ? -1 : digits);
      case Types.DOUBLE, Types.FLOAT -> new ValueType(Form.DOUBLE, -1);
      case Types.REAL ->
          new ValueType(dialect == RecordedDialect.MYSQL ? Form.OTHER : Form.SINGLE, -1);
      case Types.BOOLEAN, Types.BIT -> new ValueType(Form.BOOLEAN, -1);
      case Types.CHAR, Types.NCHAR -> new ValueType(Form.PADDED, size);
      case Types.VARCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR ->
          new ValueType(Form.TEXT, size <= 0 ? -1 : size);
      case Types.DATE -> new ValueType(Form.DATE, -1);
      case Types.TIMESTAMP ->
          new ValueType(
              dialect == RecordedDialect.POSTGRES && word.equals("timestamptz")
                  ? Form.INSTANT
                  : Form.TIMESTAMP,
              digits);
      case Types.TIMESTAMP_WITH_TIMEZONE -> new ValueType(Form.INSTANT, digits);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> new ValueType(Form.BYTES, size);
      default -> new ValueType(Form.OTHER, -1);
    };
  }

  /** The types of MySQL that have a range or round. */
  private static Optional<ValueType> ofMySql(int type, String word, int size, int digits) {
    boolean isUnsigned = word.contains("unsigned");
    int bits =
        word.startsWith("tinyint")
            ? 8
            : word.startsWith("smallint")
                ? 16
                : word.startsWith("mediumint") ? 24 : word.startsWith("int") ? 32 : 64;
    return switch (type) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> {
        long most = Long.MAX_VALUE >> (Long.SIZE - bits);
        yield Optional.of(
            isUnsigned
                ? new ValueType(Form.INTEGER, 0, 0, bits == 64 ? most : 2 * most + 1)
                : new ValueType(Form.INTEGER, 0, -most - 1, most));
      }
      case Types.NUMERIC, Types.DECIMAL ->
          Optional.of(
              new ValueType(Form.DECIMAL, digits, isUnsigned ? 0 : Long.MIN_VALUE, size - digits));
      case Types.VARCHAR, Types.LONGVARCHAR ->
          // Counted in bytes, of which a character has up to four.
          word.endsWith("text") && size > 0
              ? Optional.of(new ValueType(Form.TEXT, size / 4))
              : Optional.empty();
      case Types.DATE -> Optional.of(new ValueType(Form.DATE, -1, 1, 9999));
      case Types.TIMESTAMP ->
          Optional.of(
              word.startsWith("timestamp")
                  ? new ValueType(Form.TIMESTAMP, 0, 1971, 2037)
                  : new ValueType(Form.TIMESTAMP, 0, 1, 9999));
      case Types.DOUBLE, Types.FLOAT ->
          isUnsigned || digits != NO_DIGITS
              ? Optional.of(new ValueType(Form.OTHER, -1))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** The same for a text that has only characters up to this one. */
  ValueType upTo(char last) {
    return isText() ? new ValueType(form, size, least, last) : this;
  }

  /** The type of a column that converts what it can and takes the rest as it is. */
  private static ValueType byAffinity(String declared) {
    Form form = Form.DYNAMIC;
    if (declared.matches(".*(date|time|bool|json).*")) {
      form = Form.OTHER;
    } else if (declared.contains("int")) {
      form = Form.INTEGER;
    } else if (declared.matches(".*(char|clob|text).*")) {
      form = Form.TEXT;
    } else if (declared.matches(".*(real|floa|doub).*")) {
      form = Form.DOUBLE;
    }
    return new ValueType(form, form == Form.INTEGER ? 0 : -1);
  }

  /** The same type as part of a key. Which fractions are equal depends on what they are sent as. */
  ValueType ofKey(RecordedDialect dialect) {
    if (form == Form.DOUBLE || form == Form.SINGLE) {
      return new ValueType(Form.OTHER, -1);
    }
    if (dialect.comparesTextLoosely() && (form == Form.TEXT || form == Form.PADDED)) {
      return new ValueType(Form.LOOSE, size, least, most);
    }
    return dialect == RecordedDialect.OTHER && form == Form.TEXT
        ? new ValueType(Form.UNPADDED, size, least, most)
        : this;
  }

  boolean isText() {
    return form == Form.TEXT || form == Form.PADDED || form == Form.LOOSE || form == Form.UNPADDED;
  }

  /** The one object that stands for a value that is not null; unreadable if none is certain. */
  Object of(Object value) {
    if (value == UNKNOWN || form == Form.OTHER) {
      return UNKNOWN;
    }
    if (form == Form.INTEGER && (value instanceof Integer || value instanceof Long)) {
      return ranged(((Number) value).longValue());
    }
    try {
      return switch (form) {
        case INTEGER -> ranged(integer(decimal(value)));
        case DECIMAL -> scaled(decimal(value));
        case DOUBLE -> floating(value);
        case SINGLE -> single(value);
        case BOOLEAN -> truth(value);
        case TEXT -> sized(text(value));
        case PADDED -> sized(text(value).stripTrailing());
        case LOOSE -> loose(text(value));
        case UNPADDED -> text(value).endsWith(" ") ? UNKNOWN : sized(text(value));
        case DATE -> dated(date(value));
        case TIMESTAMP -> precise(dateTime(value));
        case INSTANT -> precise(instant(value));
        case UUID -> uuid(value).toString();
        case BYTES -> bytes(value);
        case DYNAMIC -> dynamic(value);
        case OTHER -> UNKNOWN;
      };
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      return UNKNOWN;
    }
  }

  /** A number with the other sign. */
  static Object negated(Object value) {
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return BigInteger.valueOf(((Number) value).longValue()).negate();
    } else if (value instanceof BigInteger integer) {
      return integer.negate();
    } else if (value instanceof BigDecimal number) {
      return number.negate();
    }
    return UNKNOWN;
  }

  /** A value and an amount more or less; unreadable where that is not exact. */
  Object plus(Object value, Object amount, boolean minus) {
    if ((form != Form.INTEGER && form != Form.DECIMAL && form != Form.DYNAMIC)
        || value == UNKNOWN
        || amount == UNKNOWN
        || amount == null
        || (form == Form.DYNAMIC && !(value instanceof Number && amount instanceof Number))) {
      return UNKNOWN;
    }
    try {
      BigDecimal more = decimal(amount);
      BigDecimal from = decimal(value);
      return of(minus ? from.subtract(more) : from.add(more));
    } catch (IllegalArgumentException e) {
      return UNKNOWN;
    }
  }

  private static BigDecimal decimal(Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return BigDecimal.valueOf(((Number) value).longValue());
    } else if (value instanceof BigDecimal decimal) {
      return decimal;
    } else if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    } else if (value instanceof Boolean truth) {
      return truth ? BigDecimal.ONE : BigDecimal.ZERO;
    } else if (value instanceof Double || value instanceof Float || value instanceof String) {
      return new BigDecimal(value.toString().strip());
    }
    throw new IllegalArgumentException("no number");
  }

  /** An integer that fits a long as such, others as text. */
  private static Object integer(BigDecimal value) {
    BigInteger integer = value.toBigIntegerExact();
    return integer.bitLength() < Long.SIZE ? (Object) integer.longValue() : integer.toString();
  }

  private Object ranged(Object integer) {
    if (integer instanceof Long number) {
      return number >= least && number <= most ? integer : UNKNOWN;
    }
    boolean isWide = least == 0 && most == Long.MAX_VALUE;
    BigInteger number = new BigInteger((String) integer);
    return isWide && number.signum() > 0 && number.compareTo(UNSIGNED_LIMIT) < 0 ? number : UNKNOWN;
  }

  /** Whether a number may be the first or last one that fits, as those become that do not. */
  boolean isLimit(Object value) {
    return form == Form.DECIMAL
        ? most != Long.MAX_VALUE && value.toString().matches("0|-?[9.]+")
        : value instanceof Long number && (number == least || number == most);
  }

  private Object scaled(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    boolean fits =
        (size < 0 || plain.scale() <= size)
            && plain.precision() - plain.scale() <= most
            && (least != 0 || plain.signum() >= 0);
    if (!fits) {
      return UNKNOWN;
    }
    return plain.scale() <= 0 ? integer(plain) : plain.toPlainString();
  }

  private static Object floating(Object value) {
    double number =
        value instanceof Double || value instanceof Float
            ? ((Number) value).doubleValue()
            : value instanceof String text && NO_NUMBER.matcher(text).matches()
                ? Double.parseDouble(text)
                : decimal(value).doubleValue();
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? (Object) (long) number
        : Double.toString(number);
  }

  private static Object single(Object value) {
    float number =
        value instanceof Double || value instanceof Float
            ? ((Number) value).floatValue()
            : decimal(value).floatValue();
    return number == Math.rint(number) && Math.abs(number) < 1e6f
        ? (Object) (long) number
        : Float.toString(number);
  }

  private static Object truth(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    }
    Object number = integer(decimal(value));
    return number.equals(0L) || number.equals(1L) ? number : UNKNOWN;
  }

  private static String text(Object value) {
    if (value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Character) {
      return value.toString();
    }
    throw new IllegalArgumentException("no text");
  }

  private Object sized(String text) {
    boolean fits =
        (size < 0 || text.length() <= size)
            && (most == Long.MAX_VALUE || text.chars().allMatch(this::isStored));
    return fits ? text : UNKNOWN;
  }

  /** Whether a character set has a character; Latin-1 of MySQL has others instead of controls. */
  private boolean isStored(int character) {
    return character <= most && (character < 0x80 || character > 0x9f);
  }

  /** Only letters of ASCII: what else is equal is a matter of the collation. */
  private Object loose(String text) {
    return sized(text) != UNKNOWN && text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
        ? text.stripTrailing().toLowerCase(Locale.ROOT)
        : UNKNOWN;
  }

  private boolean isInRange(int year) {
    return year >= least && year <= most;
  }

  private Object dated(LocalDate date) {
    return isInRange(date.getYear()) ? date.toString() : UNKNOWN;
  }

  private static LocalDate date(Object value) {
    if (value instanceof java.sql.Date date) {
      return date.toLocalDate();
    } else if (value instanceof LocalDate date) {
      return date;
    } else if (value instanceof String text) {
      return LocalDate.parse(text.strip());
    }
    throw new IllegalArgumentException("no date");
  }

  private static LocalDateTime dateTime(Object value) {
    if (value instanceof Timestamp time) {
      return time.toLocalDateTime();
    } else if (value instanceof LocalDateTime time) {
      return time;
    } else if (value instanceof String text) {
      return LocalDateTime.parse(text.strip().replace(' ', 'T'));
    }
    throw new IllegalArgumentException("no date and time");
  }

  private static LocalDateTime instant(Object value) {
    Instant instant;
    if (value instanceof OffsetDateTime time) {
      instant = time.toInstant();
    } else if (value instanceof ZonedDateTime time) {
      instant = time.toInstant();
    } else if (value instanceof Instant time) {
      instant = time;
    } else if (value instanceof Timestamp time) {
      instant = time.toInstant();
    } else {
      throw new IllegalArgumentException("no instant");
    }
    return LocalDateTime.ofInstant(instant, java.time.ZoneOffset.UTC);
  }

  private Object precise(LocalDateTime time) {
    int digits = size < 0 || size > 6 ? 6 : size;
    int unit = (int) Math.pow(10, 9 - digits);
    return time.get(ChronoField.NANO_OF_SECOND) % unit == 0 && isInRange(time.getYear())
        ? time.toLocalDate() + " " + exact(time.toLocalTime())
        : UNKNOWN;
  }

  private static String exact(LocalTime time) {
    return String.format(
        Locale.ROOT,
        "%02d:%02d:%02d.%06d",
        time.getHour(),
        time.getMinute(),
        time.getSecond(),
        time.getNano() / 1000);
  }

  private static UUID uuid(Object value) {
    if (value instanceof UUID uuid) {
      return uuid;
    } else if (value instanceof String text) {
      return UUID.fromString(text.strip());
    } else if (value instanceof byte[] bytes && bytes.length == 16) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return new UUID(buffer.getLong(), buffer.getLong());
    }
    throw new IllegalArgumentException("no UUID");
  }

  /** Zeros at the end may be padding. */
  private Object bytes(Object value) {
    byte[] bytes;
    if (value instanceof byte[] given) {
      bytes = given;
    } else if (value instanceof UUID uuid) {
      bytes =
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array();
    } else {
      return UNKNOWN;
    }
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length > 256 || (size > 0 && length > size)
        ? UNKNOWN
        : "0x" + HexFormat.of().formatHex(bytes, 0, length);
  }

  /** Numbers stay numbers; a text that looks like one may have become one. */
  private Object dynamic(Object value) {
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    } else if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    } else if (value instanceof Double || value instanceof Float) {
      return floating(value);
    } else if (value instanceof BigDecimal || value instanceof BigInteger) {
      BigDecimal number = decimal(value).stripTrailingZeros();
      return number.precision() > 15 ? UNKNOWN : floating(number.doubleValue());
    } else if (value instanceof String text) {
      return text.strip().matches("[-+.0-9eE]*") && !text.isEmpty()
          ? dynamic(new BigDecimal(text.strip()))
          : text;
    } else if (value instanceof byte[]) {
      return bytes(value);
    }
    return UNKNOWN;
  }
}
