package dev.isogauge.predicate;

import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that atoms stand for, each taken apart once. A value that is not a row is the row with
 * that value as its only column. Not thread-safe.
 */
public final class ParsedRows {
  private final Atoms atoms;
  private final Long2ObjectOpenHashMap<Row> rows = new Long2ObjectOpenHashMap<>();

  public ParsedRows(Atoms atoms) {
    this.atoms = atoms;
  }

  /** The row of an object's value, which must not be absent. */
  public Row row(long atom) {
    Row known = rows.get(atom);
    if (known == null) {
      known = decode(atom);
      rows.put(atom, known);
    }
    return known;
  }

  private Row decode(long atom) {
    if (!atoms.isRow(atom)) {
      return Row.ofValue(value(atom).orElse(null));
    }
    Map<String, Object> columns = new LinkedHashMap<>();
    atoms.columns(atom).forEach((name, value) -> columns.put(name, value(value).orElse(null)));
    return Row.of(columns);
  }

  /** The value of a column or an aggregate: an integer or a string, or nothing for nil. */
  public Optional<Object> value(long atom) {
    if (atom == Atoms.NIL) {
      return Optional.empty();
    }
    return Optional.of(
        atoms.isInteger(atom)
            ? Values.normal(new BigInteger(atoms.token(atom)))
            : atoms.plain(atom));
  }
}
