package dev.isogauge.recorder.junit;

import dev.isogauge.level.IsolationLevel;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that records transactions and then asserts an isolation level of what was recorded.
 *
 * <pre>{@code
 * @IsolationTest(level = IsolationLevel.SERIALIZABILITY, sessions = 4, transactions = 400)
 * void transfers(IsolationRun run) throws Exception {
 *   Bank bank = new Bank(IsogaugeDataSource.wrap(dataSource, run.recorder(), mapping));
 *   run.sessions(session -> bank.transfer(session.random()));
 * }
 * }</pre>
 *
 * <p>When the method returns, the recording is checked. The test fails if the level is violated,
 * with the explanation of the first anomaly and the paths of the history and an HTML report; if the
 * level cannot be decided, unless {@link #allowUnknown}; and if the recording could not have shown
 * a violation: nothing committed, too few transactions succeeded ({@link #minCommitted}), no two
 * sessions overlapped, or there was no chance to break the level ({@link #minChances}). Both files
 * are written to the directory that the configuration parameter or system property {@code
 * isogauge.directory} names, {@code target/isogauge} or Gradle's {@code build/isogauge} otherwise.
 *
 * <p>Beside {@code @ParameterizedTest} or {@code @RepeatedTest} each invocation has a run and files
 * of its own; an {@link IsolationRun} comes behind the test's own parameters.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(IsolationExtension.class)
public @interface IsolationTest {
  /** The level that must hold: {@code level = IsolationLevel.SNAPSHOT_ISOLATION}. */
  IsolationLevel level() default IsolationLevel.SERIALIZABILITY;

  /** How many sessions run at the same time: {@code sessions = 8}. */
  int sessions() default 4;

  /** How many transactions all sessions run together: {@code transactions = 1000}. */
  int transactions() default 1000;

  /** After how many seconds no transaction begins any more; 0 for no limit: {@code seconds = 5}. */
  int seconds() default 0;

  /** Where the sessions' random numbers come from: {@code seed = 7}. */
  long seed() default 0;

  /** Whether a level that cannot be decided is fine: {@code allowUnknown = true}. */
  boolean allowUnknown() default false;

  /**
   * How many chances there must have been of an anomaly that the level forbids and a next weaker
   * one allows, or the test fails: {@code minChances = 100}. With 0 any recording will do, even one
   * whose sessions never overlapped. An optimistic lock that failed counts as a lost update.
   */
  long minChances() default 1;

  /**
   * The share of transactions that must succeed, or the test fails: {@code minCommitted = 0.9}.
   * Those that fail by an {@link #expected} exception do not count.
   */
  double minCommitted() default 0.5;

  /**
   * Exceptions that transactions may end with, such as that of an account without funds: {@code
   * expected = InsufficientFunds.class}. They are counted and do not end the run.
   */
  Class<? extends Throwable>[] expected() default {};

  /**
   * How often a transaction is tried again that failed by a serialization failure, a deadlock or
   * optimistic locking; each try is recorded: {@code retries = 3}.
   */
  int retries() default 0;

  /**
   * Whether races are predicted that the recording did not have, for tests that run in one thread:
   * {@code predict = true}. The test fails if there is one, with the schedule and what would
   * prevent it; sessions need not overlap then.
   */
  boolean predict() default false;

  /** The isolation level that the transactions run at in production: {@code isolation = "rr"}. */
  String isolation() default "read committed";

  /** Whose level that is: postgres, h2, mysql, mariadb or oracle: {@code database = "mysql"}. */
  String database() default "postgres";
}
