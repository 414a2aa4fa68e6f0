package dev.isogauge.collect.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches of real databases. Those of the whole bound are thorough. */
class SearchTest {
  private static final String FULL_SIZE = "isogauge.test.size";
  private static final String THOROUGH = "thorough";

  /** One row and two transactions, in which there are the fewest schedules. */
  private static final SearchBound SMALL = new SearchBound(3, 1, 2);

  private static final Optional<Duration> NO_LIMIT = Optional.empty();

  @TempDir private Path directory;

  private static SearchResult search(
      String name, String level, int sideBySide, SearchBound bound, Optional<Path> state)
      throws Exception {
    return search(name, level, sideBySide, bound, state, NO_LIMIT);
  }

  private static SearchResult search(
      String name,
      String level,
      int sideBySide,
      SearchBound bound,
      Optional<Path> state,
      Optional<Duration> time)
      throws Exception {
    List<Database> databases = new ArrayList<>();
    try {
      DatabaseOptions options = DatabaseOptions.defaults().withLockTimeout(Duration.ofMillis(200));
      for (int i = 0; i < sideBySide; i++) {
        databases.add(Databases.open(name, options));
      }
      Level wanted = databases.get(0).capabilities().level(level);
      return new Search(bound, 1, LitmusSettings.hasty(), time, line -> {})
          .run(databases, wanted, state);
    } finally {
      databases.forEach(Database::close);
    }
  }

  private static List<String> codes(SearchResult result) {
    return result.findings().stream().map(SearchFinding::code).toList();
  }

  @Test
  void aSmallBoundIsExhaustedWithoutAFinding() throws Exception {
    SearchResult result = search("h2", Level.SERIALIZABLE, 2, SMALL, Optional.empty());

    assertThat(result.failure()).isEmpty();
    assertThat(result.total()).isEqualTo(Count.upTo(new Rules(1, 2, true, true), 3));
    assertThat(result.isExhausted()).isTrue();
    assertThat(result.findings()).isEmpty();
    assertThat(SearchText.ofKinds(result, false))
        .contains("All 767 schedules of up to 3 statements on one row in two transactions were")
        .contains("no schedule that was run breaks its claim.");
  }

  /** What the search found, run again from its short form: H2 reads an old version once more. */
  @Test
  void theScheduleThatShowsH2sStaleStatementsIsInTheBoundAndBreaksTheClaim() throws Exception {
    Candidate stale = Candidate.parse("x+: 1rx 2ux 1rx 1ux");
    assertThat(new Rules(1, 2, true, true).allow(stale)).isTrue();
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults());
        Lanes lanes =
            new Lanes(
                List.of(h2), h2.capabilities().level(Level.SERIALIZABLE), LitmusSettings.hasty())) {
      assertThat(lanes.fresh(stale).claims().broken())
          .contains(IsolationLevel.SERIALIZABILITY, IsolationLevel.PL_3);
      assertThat(lanes.fresh(stale).schedule().text()).contains("session t1: T1 T1r");
    }
  }

  /** Each of two transactions inserts what depends on a row that the other one changes. */
  @Test
  void anInsertOfWhatAQueryFindsTakesPartInWriteSkew() throws Exception {
    Candidate skew = Candidate.parse("x+ y-: 1ux 2ny 1ry");
    assertThat(new Rules(2, 2, true, true, Set.of(Extra.COPIES)).allow(skew)).isTrue();
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults());
        Lanes lanes =
            new Lanes(
                List.of(h2), h2.capabilities().level(Level.SERIALIZABLE), LitmusSettings.hasty())) {
      assertThat(lanes.fresh(skew).claims().broken()).contains(IsolationLevel.SERIALIZABILITY);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "h2, 'conditions, joins, copies, skip-locked, merge, index, unique-index'",
    "hsqldb:mvlocks, 'conditions, joins, copies, merge, index, unique-index'",
    "derby, 'conditions, joins, copies, index, unique-index'"
  })
  void statementsThatTheDatabaseUnderstandsAreTried(String name, String understood)
      throws Exception {
    SearchBound bound = new SearchBound(2, 1, 2, EnumSet.allOf(Extra.class));
    SearchResult result = search(name, Level.SERIALIZABLE, 1, bound, Optional.empty());

    assertThat(result.failure()).isEmpty();
    assertThat(result.bound()).asString().endsWith(" with " + understood);
    assertThat(result.isExhausted()).isTrue();
    assertThat(result.findings()).isEmpty();
  }

  @Test
  void aSearchGoesOnWhereItWasAndAnotherOneIsRefused() throws Exception {
    Path state = directory.resolve("search.state");
    SearchResult begun =
        search(
            "h2", Level.SNAPSHOT, 1, SMALL, Optional.of(state), Optional.of(Duration.ofNanos(1)));
    assertThat(begun.isExhausted()).isFalse();

    SearchResult gone = search("h2", Level.SNAPSHOT, 2, SMALL, Optional.of(state));
    assertThat(gone.isExhausted()).isTrue();
    assertThat(gone.pace().schedules()).isEqualTo(gone.total() - begun.done());
    SearchResult again = search("h2", Level.SNAPSHOT, 2, SMALL, Optional.of(state));
    assertThat(again.pace().schedules()).isZero();

    assertThatThrownBy(() -> search("h2", Level.SERIALIZABLE, 1, SMALL, Optional.of(state)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it holds another search");
    Files.writeString(state, "search: 1\nnonsense\n");
    assertThatThrownBy(() -> search("h2", Level.SNAPSHOT, 1, SMALL, Optional.of(state)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(state + ":2:1: found 'nonsense'");
  }

  @Test
  void samplesDependOnTheSeedAndWhatWasFound() {
    Rules rules = new Rules(2, 3, true, true);
    Candidate found = Candidate.parse("x+ y-: 1rx 2ux 1rx 1ux");
    List<Candidate> round = new Sampler(rules, 4, 7).round(3, List.of(found));

    assertThat(round).isEqualTo(new Sampler(rules, 4, 7).round(3, List.of(found)));
    assertThat(round).isNotEqualTo(new Sampler(rules, 4, 8).round(3, List.of(found)));
    assertThat(round).hasSize(Sampler.ROUND).allMatch(rules::allow);
    assertThat(round).allMatch(candidate -> candidate.size() > 4);
  }

  @Test
  void reductionsAreSimplerAndAllowed() {
    Rules rules = new Rules(2, 3, true, true);
    Candidate large = Candidate.parse("x+ y+: 1lx 2p 2dx 2b 3s 1wx 3c");
    assertThat(rules.allow(large)).isTrue();
    assertThat(new Reductions(rules).of(large))
        .isNotEmpty()
        .allMatch(rules::allow)
        .allMatch(other -> Reductions.SIMPLICITY.compare(other, large) < 0)
        .contains(Candidate.parse("x+ y+: 1lx 2dx 3s 1wx 3c"));
  }

  /** "From nothing": all schedules of up to four statements on one row, which has `stale`. */
  @Test
  @EnabledIfSystemProperty(named = FULL_SIZE, matches = THOROUGH)
  void h2sStaleStatementsAreFoundFromNothing() throws Exception {
    for (String level : List.of(Level.REPEATABLE_READ, Level.SNAPSHOT, Level.SERIALIZABLE)) {
      SearchResult result = search("h2", level, 8, new SearchBound(4, 1, 3), Optional.empty());
      assertThat(codes(result)).as(level).contains("x+: 1rx 2ux 1rx 1ux");
      assertThat(result.findings()).allMatch(SearchFinding::isConfirmed);
    }
  }

  /** T1 reads and updates x, which T2 has changed; it fails, is run again and reads the old x. */
  @Test
  @EnabledIfSystemProperty(named = FULL_SIZE, matches = THOROUGH)
  void h2sRetryThatLosesAnUpdateIsFoundFromNothing() throws Exception {
    SearchBound bound = new SearchBound(4, 1, 2);
    SearchResult result = search("h2:2.4.240", Level.SNAPSHOT, 8, bound, Optional.empty());
    assertThat(codes(result)).contains("x+: 1rx 2ux 1rx 1ux");
    assertThat(search("h2:2.3.232", Level.SNAPSHOT, 8, bound, Optional.empty()).findings())
        .extracting(SearchFinding::code)
        .doesNotContain("x+: 1rx 2ux 1rx 1ux");
  }

  @Test
  @EnabledIfSystemProperty(named = FULL_SIZE, matches = THOROUGH)
  void postgresRevivesWhatWasDeleted() throws Exception {
    SearchBound bound = new SearchBound(3, 1, 2);
    assertThat(codes(search("postgres", Level.REPEATABLE_READ, 1, bound, Optional.empty())))
        .contains("x+: 1rx 2dx 1ix");
  }

  @Test
  @EnabledIfSystemProperty(named = FULL_SIZE, matches = THOROUGH)
  void duckDbLosesAnUpdateOfADeletedRow() throws Exception {
    SearchBound bound = new SearchBound(4, 1, 2);
    assertThat(codes(search("duckdb", Level.SNAPSHOT, 4, bound, Optional.empty())))
        .contains("x+: 1rx 2rx 2dx 1ux");
  }
}
