package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Level;
import java.util.List;

/**
 * All cells of a database.
 *
 * @param name as the user named it
 * @param version as it calls itself
 * @param failure why the database could not be used to the end; empty if it could
 */
public record DatabaseResult(String name, String version, List<Row> rows, String failure) {
  public DatabaseResult {
    rows = List.copyOf(rows);
  }

  /** A level of the database and its cells, one per schedule unless the database failed. */
  public record Row(Level level, List<Cell> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** Whether a level does not hold what it claims. */
  public boolean breaksClaim() {
    return rows.stream().anyMatch(row -> row.cells().stream().anyMatch(Cell::breaksClaim));
  }

  /** Whether some cell ended so. */
  public boolean has(CellOutcome outcome) {
    return rows.stream()
        .anyMatch(row -> row.cells().stream().anyMatch(cell -> cell.outcome() == outcome));
  }
}
