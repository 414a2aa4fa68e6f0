package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.certificate.VersionCertificate;
import dev.isogauge.check.known.MiniTransactions;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.check.replay.ReplayChecker;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker constructed by hand never vouches for what it does not look at. */
class GuardedCheckersTest {
  private static final Limits LIMITS = Limits.DEFAULT;

  private static final String REGISTERS =
      "s1: [rt 1..2] [ts 1..2] [serial 1] r(x,nil) w(x,1) | s2: [rt 3..4] [ts 3..4] [serial 2] r(x,1)";
  private static final String LISTS = "s1: a(x,1) | s2: r(x,[1])";

  /** Wrong, as 1 is above zero; a checker that looks at single keys does not notice. */
  private static final String WRONG = " p(*,\"value > 0\",[])";

  /** Every checker, how to construct it for a level, its levels, and what it finds fine. */
  private record Subject(
      Class<? extends Checker> type,
      Function<IsolationLevel, Checker> maker,
      List<IsolationLevel> levels,
      String fine) {}

  private static final List<IsolationLevel> STRONG =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  static List<Subject> subjects() {
    List<IsolationLevel> weak = List.copyOf(WeakLevels.ALL);
    return List.of(
        new Subject(WeakChecker.class, level -> new WeakChecker(level, LIMITS), weak, REGISTERS),
        new Subject(WeakChecker.class, level -> new WeakChecker(level, LIMITS), weak, LISTS),
        new Subject(
            OrderChecker.class,
            level -> new OrderChecker(level, MiniTransactions.ORDER, true, LIMITS),
            STRONG,
            REGISTERS),
        new Subject(
            OrderChecker.class,
            level -> new OrderChecker(level, VersionCertificate.ORDER, true, LIMITS),
            STRONG,
            REGISTERS),
        new Subject(
            BlackBoxChecker.class,
            level -> new BlackBoxChecker(new Constraints(level, true, false), LIMITS),
            STRONG,
            REGISTERS),
        new Subject(
            TimestampChecker.class,
            level -> new TimestampChecker(level, LIMITS),
            STRONG.subList(0, 2),
            REGISTERS),
        new Subject(
            ReplayChecker.class,
            level -> new ReplayChecker(level, true, LIMITS),
            STRONG.subList(1, 3),
            REGISTERS),
        new Subject(
            WeakChecker.class,
            level -> new WeakChecker(level, LIMITS),
            List.of(IsolationLevel.PREFIX_CONSISTENCY, IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION),
            REGISTERS),
        new Subject(
            LinearizabilityChecker.class,
            level -> new LinearizabilityChecker(LIMITS),
            List.of(IsolationLevel.LINEARIZABILITY),
            "s1: [rt 1..2] w(x,1) | s2: [rt 3..4] r(x,1)"));
  }

  @Test
  void everyCheckerIsLookedAt() {
    var found =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.isogauge")
                .stream()
                .filter(type -> type.isAssignableTo(Checker.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());

    assertThat(subjects().stream().map(subject -> subject.type().getName()))
        .containsAll(found)
        .isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void predicatesThatItDoesNotJudgeLeaveTheVerdictOpen(Subject subject) throws Exception {
    for (IsolationLevel level : subject.levels()) {
      Checker checker = subject.maker().apply(level);

      assertThat(checker.check(IsogaugeText.parse(subject.fine())).word())
          .as("%s without the predicate read", level)
          .isEqualTo("satisfied");
      assertThat(checker.check(IsogaugeText.parse(subject.fine() + WRONG)).word())
          .as("%s with it", level)
          .isNotEqualTo("satisfied");
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void missingTimesLeaveLevelsOfRealTimeOpen(Subject subject) throws Exception {
    Map<IsolationLevel, String> timeless =
        subject.levels().stream()
            .filter(
                level ->
                    level == IsolationLevel.STRICT_SERIALIZABILITY
                        || level == IsolationLevel.LINEARIZABILITY)
            .collect(
                Collectors.toMap(
                    level -> level, level -> subject.fine().replaceAll("\\[rt [^]]*] ", "")));

    for (var each : timeless.entrySet()) {
      assertThat(subject.maker().apply(each.getKey()).check(IsogaugeText.parse(each.getValue())))
          .isInstanceOf(Verdict.Unknown.class);
    }
  }

  @Test
  void whateverRunsOutEndsInAnUnknownVerdict() throws Exception {
    History history = IsogaugeText.parse(REGISTERS);

    assertThat(throwing(new BudgetExceededException(Verdict.Cause.TIME, "no time")).check(history))
        .isEqualTo(new Verdict.Unknown("no time", Verdict.Cause.TIME, List.of()));
    assertThat(throwing(new OutOfMemoryError()).check(history))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.cause()).isEqualTo(Verdict.Cause.HEAP));
  }

  private static Checker throwing(Throwable end) {
    return new Checker() {
      @Override
      protected Verdict decide(History history) {
        if (end instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) end;
      }
    };
  }
}
