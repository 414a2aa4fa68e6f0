package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes each cell below a directory, as {@code DATABASE/LEVEL/SCHEDULE}: the history, which {@code
 * check} reads, and what happened and why it is judged so.
 */
public final class CellFiles {
  private CellFiles() {}

  /** Writes all cells of a database. */
  public static void write(DatabaseResult result, Path directory) throws IOException {
    for (DatabaseResult.Row row : result.rows()) {
      Path folder = directory.resolve(fileName(result.name())).resolve(row.level().id());
      Files.createDirectories(folder);
      for (Cell cell : row.cells()) {
        write(result.version(), row.level(), cell, folder, fileName(cell.schedule().id()));
      }
    }
  }

  /** Writes a cell to files of this name. */
  public static void write(String version, Level level, Cell cell, Path folder, String name)
      throws IOException {
    String claims = level + " claims " + String.join(" and ", level.claimed());
    write(version, level, claims, cell, folder, name);
  }

  /**
   * Writes a cell to files of this name.
   *
   * @param claims by what the cell is judged, in words
   */
  public static void write(
      String version, Level level, String claims, Cell cell, Path folder, String name)
      throws IOException {
    Files.writeString(folder.resolve(name + ".isogauge"), cell.history());
    Files.writeString(folder.resolve(name + ".txt"), story(version, level, claims, cell));
  }

  /** Names of databases may be URLs. */
  public static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]+", "-");
  }

  private static String story(String version, Level level, String claims, Cell cell) {
    List<String> lines = new ArrayList<>();
    lines.add(cell.schedule().title() + " on " + version + " at " + level);
    lines.add("");
    lines.add(cell.schedule().about());
    lines.add("");
    cell.steps().forEach(step -> lines.add("  " + step));
    lines.add("");
    lines.add("Outcome: " + cell.outcome().word());
    if (!cell.remark().isEmpty()) {
      lines.add("Because: " + cell.remark());
    }
    if (cell.breaksClaim()) {
      lines.add(claims + ", which this history violates.");
    }
    for (Cell.Finding finding : cell.findings()) {
      lines.add("");
      lines.add(finding.explanation());
    }
    return String.join("\n", lines) + "\n";
  }
}
