package dev.isogauge.recorder.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A case of a table of tests.
 *
 * <pre>
 *   = C1 rows that existed before | h2 sqlite: satisfied | mariadb: unknown
 *   + CREATE TABLE ...      before the recording
 *   SELECT ...              a line of a {@link Script}
 * </pre>
 *
 * @param verdicts by database that has the feature
 * @param setup statements before the recording, behind those of {@link #ACCOUNTS}
 */
record Case(String name, Map<String, String> verdicts, List<String> setup, List<String> lines) {
  /** What is there in all cases. */
  static final List<String> ACCOUNTS =
      List.of(
          "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT, owner VARCHAR(9))",
          "CREATE TABLE items (id INT PRIMARY KEY, account INT, v INT)",
          "INSERT INTO accounts VALUES (1, 100, 'ann')",
          "INSERT INTO accounts VALUES (2, 100, 'bob')",
          "INSERT INTO items VALUES (1, 1, 7)");

  /** The cases of a file of the test resources. */
  static List<Case> read(String file) throws IOException {
    List<Case> cases = new ArrayList<>();
    String text;
    try (var stream = Case.class.getResourceAsStream("/cases/" + file)) {
      text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String block : text.split("(?m)^= ", -1)) {
      List<String> lines =
          block.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        cases.add(of(lines));
      }
    }
    return cases;
  }

  private static Case of(List<String> lines) {
    String[] head = lines.get(0).split(" \\| ", -1);
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (int i = 1; i < head.length; i++) {
      String[] parts = head[i].strip().split(": ", -1);
      Stream.of(parts[0].split(" ", -1)).forEach(system -> verdicts.put(system, parts[1]));
    }
    List<String> rest = lines.subList(1, lines.size());
    return new Case(
        head[0],
        verdicts,
        rest.stream().filter(line -> line.startsWith("+ ")).map(line -> line.substring(2)).toList(),
        rest.stream().filter(line -> !line.startsWith("+ ")).toList());
  }

  /** Statements before the recording on a database. */
  String[] setup(String system) {
    return Stream.concat(ACCOUNTS.stream(), setup.stream()).toArray(String[]::new);
  }

  /** Whether it says itself where transactions begin and end. */
  boolean hasTransactions() {
    return lines.stream().anyMatch(line -> line.matches("(\\d> )?(begin|commit|auto).*"));
  }
}
