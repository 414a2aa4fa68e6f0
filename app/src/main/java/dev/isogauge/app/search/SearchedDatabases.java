package dev.isogauge.app.search;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.CellFiles;
import dev.isogauge.collect.search.Search;
import dev.isogauge.collect.search.SearchFinding;
import dev.isogauge.collect.search.SearchResult;
import dev.isogauge.collect.search.SearchText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Databases of one name, side by side. */
final class SearchedDatabases implements AutoCloseable {
  private final String name;
  private final DatabaseOptions options;
  private final int count;
  private final List<Database> databases = new CopyOnWriteArrayList<>();

  /**
   * None yet.
   *
   * @param wanted how many there will be; 0 for what suits
   */
  SearchedDatabases(String name, DatabaseOptions options, int wanted) {
    this.name = name;
    this.options = options;
    this.count = name.startsWith("jdbc:") || wanted == 0 ? Databases.sideBySide(name) : wanted;
  }

  void open() throws DatabaseException {
    for (int i = 0; i < count; i++) {
      databases.add(Databases.open(name, options));
    }
    if (!first().capabilities().has(Capability.PREDICATES)) {
      throw new DatabaseException(
          name + " cannot scan or delete, which schedules do; 'isogauge litmus' needs neither");
    }
  }

  Database first() {
    return databases.get(0);
  }

  /** The levels to search at, by name. */
  List<String> levels(List<String> wanted) {
    List<String> levels = new ArrayList<>();
    for (Level level : databases.get(0).capabilities().levels()) {
      if (wanted.isEmpty() || wanted.stream().anyMatch(each -> isLevel(each, level))) {
        levels.add(level.id());
      }
    }
    return levels;
  }

  private boolean isLevel(String wanted, Level level) {
    try {
      return databases.get(0).capabilities().level(wanted).equals(level);
    } catch (UnknownNameException e) {
      return false;
    }
  }

  SearchResult search(Search search, String level, Optional<Path> out)
      throws DatabaseException, IOException, InterruptedException {
    Level wanted = databases.get(0).capabilities().level(level);
    Optional<Path> state = Optional.empty();
    if (out.isPresent()) {
      Path folder = folder(databases.get(0).name(), wanted, out.get());
      Files.createDirectories(folder);
      state = Optional.of(folder.resolve("search.state"));
    }
    return search.run(databases, wanted, state);
  }

  private static Path folder(String database, Level level, Path out) {
    return out.resolve(CellFiles.fileName(database)).resolve(level.id());
  }

  /** Writes the report, and each finding as a schedule, a history and what happened. */
  static void write(SearchResult result, Path out) throws IOException {
    Path folder = folder(result.database(), result.level(), out);
    Files.writeString(folder.resolve("report.txt"), SearchText.whole(result));
    int number = 1;
    for (SearchFinding finding : result.findings()) {
      CellFiles.write(
          result.version(), result.level(), finding.cell(), folder, String.valueOf(number));
      Files.writeString(folder.resolve(number + ".litmus"), finding.cell().schedule().text());
      number++;
    }
  }

  @Override
  public void close() {
    databases.forEach(Database::close);
  }
}
