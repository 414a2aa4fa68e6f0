package dev.isogauge.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Random conditions are as true here as in a database that was written by others. */
class H2ComparisonTest {
  /** H2's states for division by zero, for a number out of range and for overflow in a literal. */
  private static final Set<String> ARITHMETIC_ERRORS = Set.of("22012", "22003");

  private static final int PAIRS = 10_000;
  private static final int ROWS = 300;

  private final Predicates predicates = new Predicates();
  private final List<Row> rows = new ArrayList<>();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table r (id int primary key, a bigint, b bigint, s varchar, t varchar)");
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void tenThousandRandomRowsAndConditionsHaveTheSameTruth() throws SQLException {
    RandomConditions random = new RandomConditions(1);
    insert(random, PAIRS);
    int rowsPerCondition = TestSize.pick(5, 1);
    String condition = "";
    int failed = 0;
    int[] seen = new int[3];
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < PAIRS; i++) {
        condition = i % rowsPerCondition == 0 ? random.condition() : condition;
        Truth ours = parse(condition).test(rows.get(i));
        Optional<Truth> theirs = truthInH2(statement, condition, i);
        if (theirs.isEmpty()) {
          failed++;
        } else {
          seen[ours.ordinal()]++;
          assertThat(ours).as("%s on %s", condition, rows.get(i)).isEqualTo(theirs.get());
        }
      }
    }
    assertThat(failed).isLessThan(PAIRS / 10);
    for (int count : seen) {
      assertThat(count).isGreaterThan(PAIRS / 10);
    }
  }

  private Predicate parse(String text) {
    try {
      return predicates.parse(text);
    } catch (PredicateException e) {
      throw new AssertionError(text, e);
    }
  }

  private static Optional<Truth> truthInH2(Statement statement, String condition, int id)
      throws SQLException {
    String query =
        "select case when " + condition + " then 2 when not (" + condition + ") then 0 else 1 end";
    try (ResultSet result = statement.executeQuery(query + " from r where id = " + id)) {
      result.next();
      return Optional.of(Truth.values()[result.getInt(1)]);
    } catch (SQLException e) {
      assertThat(ARITHMETIC_ERRORS)
          .as("%s: %s", condition, e.getMessage())
          .contains(e.getSQLState());
      return Optional.empty();
    }
  }

  @Test
  void whatMatchesHasTheSameAggregatesAndLiesInTheRange() throws SQLException {
    RandomConditions random = new RandomConditions(2);
    insert(random, ROWS);
    int ranges = 0;
    int compared = 0;
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < TestSize.pick(100, 10_000); i++) {
        String condition = random.rangeCondition();
        Predicate predicate = parse(condition);
        List<Integer> matches = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
          if (predicate.matches(rows.get(id))) {
            matches.add(id);
            assertInRange(predicate, rows.get(id));
          }
        }
        ranges += predicate.range().isPresent() ? 1 : 0;
        for (String aggregate :
            List.of("count(*)", "count(a)", "max(b)", "sum(a % 100)", "min(s)")) {
          compared += sameAggregate(statement, aggregate, condition, matches) ? 1 : 0;
        }
      }
    }
    assertThat(ranges).isGreaterThan(50);
    assertThat(compared).isGreaterThan(300);
  }

  private boolean sameAggregate(
      Statement statement, String aggregate, String condition, List<Integer> matches)
      throws SQLException {
    String text = aggregate + " where " + condition;
    AggregateExpression.Computation computation = parse(text).aggregate().orElseThrow().start();
    matches.forEach(id -> computation.add(rows.get(id)));
    try (ResultSet result =
        statement.executeQuery("select " + aggregate + " from r where " + condition)) {
      result.next();
      assertThat(computation.result().map(Object::toString))
          .as(text)
          .isEqualTo(Optional.ofNullable(result.getString(1)));
      return true;
    } catch (SQLException e) {
      assertThat(ARITHMETIC_ERRORS).as(text).contains(e.getSQLState());
      return false;
    }
  }

  private static void assertInRange(Predicate predicate, Row row) {
    predicate
        .range()
        .ifPresent(
            range -> {
              Object value = row.valueOf(range.column(), range.quoted());
              assertThat(value).as("%s on %s", predicate, row).isNotNull();
              if (value instanceof String == range.isText()) {
                range.low().ifPresent(low -> assertOrdered(low, value, predicate));
                range.high().ifPresent(high -> assertOrdered(value, high, predicate));
              }
            });
  }

  private static void assertOrdered(Object low, Object high, Predicate predicate) {
    assertThat(Values.compareInIndex(low, high))
        .as("%s: %s, %s", predicate, low, high)
        .isLessThanOrEqualTo(0);
  }

  private void insert(RandomConditions random, int count) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into r values (?, ?, ?, ?, ?)")) {
      for (int id = 0; id < count; id++) {
        Map<String, Object> row = random.row();
        rows.add(Row.of(row));
        insert.setInt(1, id);
        int column = 2;
        for (Object value : row.values()) {
          insert.setObject(column++, value);
        }
        insert.execute();
      }
    }
  }
}
