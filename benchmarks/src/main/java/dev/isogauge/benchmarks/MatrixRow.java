package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A level of a database in the matrix.
 *
 * @param cells by {@link MatrixColumn}
 * @param runs what random runs did to the claim
 * @param search what a search of all small schedules found
 */
record MatrixRow(
    String database,
    String version,
    String level,
    String claims,
    List<MatrixCell> cells,
    String runs,
    String search) {
  private static final String TAB = "\t";
  private static final int FIELDS = 6;

  MatrixRow {
    cells = List.copyOf(cells);
  }

  /** As a line with tabs, which {@link #parse} reads. */
  @Override
  public String toString() {
    List<String> fields = new ArrayList<>(List.of(database, version, level, claims, runs, search));
    cells.forEach(cell -> fields.add(cell.toString()));
    return fields.stream()
        .map(field -> field.replaceAll("\\s+", " "))
        .collect(Collectors.joining(TAB));
  }

  static MatrixRow parse(String line) {
    String[] fields = line.split(TAB, -1);
    return new MatrixRow(
        fields[0],
        fields[1],
        fields[2],
        fields[3],
        Arrays.stream(fields).skip(FIELDS).map(MatrixCell::parse).toList(),
        fields[4],
        fields[5]);
  }
}
