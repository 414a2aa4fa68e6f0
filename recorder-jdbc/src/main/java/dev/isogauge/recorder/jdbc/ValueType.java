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
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How values of a column are written down, the same for what was sent and what came back: an
 * integer or a text. Where the database may have stored something other than was sent, because it
 * rounds, pads, cuts or converts, the value is {@link StatementValue#UNREADABLE}.
 *
 * @param form how values are compared
 * @param size how many characters, bytes or digits behind the point there may be; -1 if any
 */
record ValueType(Form form, int size) {
  private static final Pattern NO_NUMBER = Pattern.compile("NaN|-?Infinity");
  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger SIGNED_LIMIT = BigInteger.ONE.shiftLeft(63).negate();

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
              dialect == RecordedDialect.MYSQL ? 0 : digits);
      case Types.TIMESTAMP_WITH_TIMEZONE -> new ValueType(Form.INSTANT, digits);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> new ValueType(Form.BYTES, size);
      default -> new ValueType(Form.OTHER, -1);
    };
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
      return new ValueType(Form.LOOSE, size);
    }
    return dialect == RecordedDialect.OTHER && form == Form.TEXT
        ? new ValueType(Form.UNPADDED, size)
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
      return ((Number) value).longValue();
    }
    try {
      return switch (form) {
        case INTEGER -> integer(decimal(value));
        case DECIMAL -> scaled(decimal(value));
        case DOUBLE -> floating(value);
        case SINGLE -> single(value);
        case BOOLEAN -> truth(value);
        case TEXT -> sized(text(value));
        case PADDED -> sized(text(value).stripTrailing());
        case LOOSE -> loose(text(value));
        case UNPADDED -> text(value).endsWith(" ") ? UNKNOWN : sized(text(value));
        case DATE -> date(value).toString();
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

  private static Object integer(BigDecimal value) {
    BigInteger integer = value.toBigIntegerExact();
    if (integer.bitLength() < Long.SIZE) {
      return integer.longValue();
    }
    return integer.compareTo(UNSIGNED_LIMIT) < 0 && integer.compareTo(SIGNED_LIMIT) >= 0
        ? integer
        : integer.toString();
  }

  private Object scaled(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    if (size >= 0 && plain.scale() > size) {
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
    return size >= 0 && text.length() > size ? UNKNOWN : text;
  }

  /** Only letters of ASCII: what else is equal is a matter of the collation. */
  private static Object loose(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
        ? text.stripTrailing().toLowerCase(Locale.ROOT)
        : UNKNOWN;
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
    return time.get(ChronoField.NANO_OF_SECOND) % unit == 0
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
  private static Object bytes(Object value) {
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
    return length > 256 ? UNKNOWN : "0x" + HexFormat.of().formatHex(bytes, 0, length);
  }

  /** Numbers stay numbers; a text that looks like one may have become one. */
  private static Object dynamic(Object value) {
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
