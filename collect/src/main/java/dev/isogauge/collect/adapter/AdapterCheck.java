package dev.isogauge.collect.adapter;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Does an adapter do what the protocol asks? Each rule is a short conversation, in sessions and on
 * keys of its own. Nothing is said about isolation: that is what tests are for.
 */
public final class AdapterCheck {
  private static final Duration WAITING = Duration.ofMillis(300);
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);
  private static final long LARGE = (1L << 53) - 1;

  private final AdapterProcess process;
  private final RuleRequests exchange;
  private final Consumer<Rule> results;
  private Description description;
  private String level;
  private int sessions;
  private int endedSessions;
  private int keys;
  private boolean kept = true;

  /**
   * A rule, and whether it was kept.
   *
   * @param problem the lines that break it; none if it was kept
   */
  public record Rule(String title, List<String> problem) {
    public Rule {
      problem = List.copyOf(problem);
    }

    public boolean isKept() {
      return problem.isEmpty();
    }
  }

  @FunctionalInterface
  private interface Conversation {
    void run() throws Channel.BrokenException, RuleRequests.WrongException;
  }

  private AdapterCheck(AdapterProcess process, Duration patience, Consumer<Rule> results) {
    this.process = process;
    this.exchange = new RuleRequests(process, patience);
    this.results = results;
  }

  /**
   * Goes through the contract.
   *
   * @param patience how long an answer may take
   * @param results gets each rule when it was tried
   * @return whether all rules were kept
   * @throws BrokenDatabaseException if the adapter cannot be talked to any more
   */
  public static boolean run(
      String command, Map<String, String> settings, Duration patience, Consumer<Rule> results)
      throws BrokenDatabaseException {
    AdapterProcess process = AdapterProcess.start(command);
    try {
      AdapterCheck check = new AdapterCheck(process, patience, results);
      check.greet(settings);
      check.converse();
      return check.kept;
    } catch (Channel.BrokenException e) {
      throw new BrokenDatabaseException(e.getMessage(), e);
    } catch (Description.FaultyException e) {
      throw new BrokenDatabaseException("the adapter '" + command + "' " + e.getMessage(), e);
    } finally {
      process.kill();
    }
  }

  private void greet(Map<String, String> settings)
      throws Channel.BrokenException, Description.FaultyException {
    Map<String, Object> hello = new LinkedHashMap<>();
    hello.put("protocol", Description.PROTOCOL);
    hello.put("seed", 1);
    hello.put("settings", settings);
    description =
        Description.of(process.await(exchange.send("", "hello", hello), AdapterStore.STARTING));
    level = description.capabilities().defaultLevel().name();
    results.accept(
        new Rule(
            "hello: "
                + description.name()
                + ", "
                + description.capabilities()
                + ", can "
                + String.join(", ", description.can().stream().sorted().toList()),
            List.of()));
  }

  private void converse() throws Channel.BrokenException {
    rule("setup empties the database, or is unsupported", this::setup);
    rule("open and close of a session are answered, or unsupported", () -> close(open()));
    for (Level each : description.capabilities().levels()) {
      rule(
          "begin at " + each.name() + ", write, read what was written, commit",
          () -> roundTrip(each.name()));
    }
    rule("begin at a level that hello did not name is rejected or unsupported", this::wrongLevel);
    rule("read shows what another session committed", this::visible);
    rule("rollback takes back what the transaction wrote", this::rollback);
    rule("numbers keep 53 bits and their sign", this::numbers);
    ruleFor("delete", "removes a key; one that is absent stays so", this::delete);
    ruleFor("append", "adds to the end of a list, which read shows", this::append);
    ruleFor("scan", "finds the keys whose value is in the range, bounds included", this::scan);
    ruleFor("lock", "reads, and the transaction goes on", this::lock);
    ruleFor("cas", "writes if the value is the expected one, and says whether it did", this::cas);
    ruleFor("timestamps", "commit has timestamps or a position, and they grow", this::timestamps);
    rule("a request that nobody knows is unsupported", this::unknownRequest);
    rule("a step that waits keeps no other session waiting", this::waiting);
    rule("after aborted the transaction is over, and begin works", this::afterAborted);
    rule("close ends the transaction under way", this::closeUnderWay);
    rule("the process ends when its standard input does", this::end);
  }

  private void rule(String title, Conversation conversation) throws Channel.BrokenException {
    List<String> problem = List.of();
    try {
      conversation.run();
    } catch (RuleRequests.WrongException e) {
      problem = e.lines();
      endSessions();
    }
    kept &= problem.isEmpty();
    results.accept(new Rule(title, problem));
  }

  /** What a broken rule left under way must not break others. */
  private void endSessions() throws Channel.BrokenException {
    for (int session = endedSessions + 1; process.isSound() && session <= sessions; session++) {
      exchange.await(exchange.send("check" + session, "rollback", Map.of()));
      exchange.await(exchange.send("check" + session, "close", Map.of()));
    }
    endedSessions = sessions;
  }

  private void ruleFor(String ability, String title, Conversation conversation)
      throws Channel.BrokenException {
    if (description.can().contains(ability)) {
      rule(ability + ": " + title, conversation);
    }
  }

  private String open() throws Channel.BrokenException, RuleRequests.WrongException {
    sessions++;
    String session = "check" + sessions;
    exchange.okOrUnsupported(
        session, "open", description.nodes().isEmpty() ? Map.of() : Map.of("node", 0));
    return session;
  }

  private void close(String session) throws Channel.BrokenException, RuleRequests.WrongException {
    exchange.okOrUnsupported(session, "close", Map.of());
  }

  /** A key that nobody has written. */
  private String key() {
    keys++;
    return "check-x" + keys;
  }

  private Object absent() {
    return description.initial().isPresent() ? description.initial().getAsLong() : null;
  }

  private void setup() throws Channel.BrokenException, RuleRequests.WrongException {
    exchange.okOrUnsupported("", "setup", Map.of());
  }

  private void roundTrip(String name) throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    exchange.begin(session, name);
    exchange.expect(session, "read", key, absent());
    exchange.ok(session, "write", List.of(key, 5));
    exchange.expect(session, "read", key, 5L);
    exchange.ok(session, "write", List.of(key, 7));
    exchange.expect(session, "read", key, 7L);
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void wrongLevel() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    Map<String, Object> begin = new HashMap<>();
    begin.put("level", "no such level");
    AdapterProcess.Pending request = exchange.send(session, "begin", begin);
    AdapterAnswer answer = exchange.await(request);
    if (!Set.of(AdapterAnswer.Word.REJECTED, AdapterAnswer.Word.UNSUPPORTED)
        .contains(answer.word())) {
      throw exchange.wrong(request, answer, "rejected or unsupported");
    }
    exchange.committed(session, level, key());
    close(session);
  }

  private void visible() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String other = open();
    String key = key();
    exchange.write(session, level, key, 5);
    exchange.ok(session, "commit", Map.of());
    exchange.begin(other, level);
    exchange.expect(other, "read", key, 5L);
    exchange.ok(other, "commit", Map.of());
    close(session);
    close(other);
  }

  private void rollback() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    exchange.write(session, level, key, 5);
    exchange.ok(session, "rollback", Map.of());
    exchange.begin(session, level);
    exchange.expect(session, "read", key, absent());
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void numbers() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    for (long number : new long[] {LARGE, -LARGE}) {
      exchange.write(session, level, key, number);
      exchange.ok(session, "commit", Map.of());
      exchange.begin(session, level);
      exchange.expect(session, "read", key, number);
      exchange.ok(session, "commit", Map.of());
    }
    close(session);
  }

  private void delete() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    exchange.write(session, level, key, 5);
    exchange.ok(session, "commit", Map.of());
    exchange.begin(session, level);
    exchange.ok(session, "delete", key);
    exchange.expect(session, "read", key, absent());
    exchange.ok(session, "delete", key);
    exchange.ok(session, "commit", Map.of());
    exchange.begin(session, level);
    exchange.expect(session, "read", key, absent());
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void append() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = "check-l" + keys;
    exchange.begin(session, level);
    AdapterProcess.Pending request = exchange.send(session, "read", key);
    AdapterAnswer answer = exchange.await(request);
    boolean isNothing =
        answer.isOk() && (answer.value() == null || answer.value().equals(List.of()));
    if (!isNothing && !(answer.isOk() && answer.value().equals(absent()))) {
      throw exchange.wrong(request, answer, "ok null or ok [], since nothing was appended");
    }
    exchange.ok(session, "append", List.of(key, 5));
    exchange.ok(session, "append", List.of(key, 4));
    exchange.expect(session, "read", key, List.of(5L, 4L));
    exchange.ok(session, "commit", Map.of());
    exchange.begin(session, level);
    exchange.ok(session, "append", List.of(key, 6));
    exchange.expect(session, "read", key, List.of(5L, 4L, 6L));
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void scan() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    List<String> names = List.of(key(), key(), key(), key());
    exchange.begin(session, level);
    for (int i = 0; i < names.size(); i++) {
      exchange.ok(session, "write", List.of(names.get(i), 700 + 10 * i));
    }
    expectScan(session, names);
    exchange.ok(session, "commit", Map.of());
    exchange.begin(session, level);
    expectScan(session, names);
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void expectScan(String session, List<String> names)
      throws Channel.BrokenException, RuleRequests.WrongException {
    Map<String, Object> range = new LinkedHashMap<>();
    range.put("from", 710);
    range.put("to", 720);
    AdapterProcess.Pending request = exchange.send(session, "scan", range);
    AdapterAnswer answer = exchange.await(request);
    List<Object> found = new ArrayList<>();
    if (answer.value() instanceof List<?> pairs) {
      found.addAll(pairs);
    }
    found.sort(Comparator.comparing(String::valueOf));
    List<Object> expected = exchange.pairs(names.get(1), 710L, names.get(2), 720L);
    if (!answer.isOk() || !found.equals(expected)) {
      throw exchange.wrong(
          request, answer, "ok " + RuleRequests.shown(expected) + ", in any order");
    }
  }

  private void lock() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    exchange.begin(session, level);
    exchange.expect(session, "lock", key, absent());
    exchange.ok(session, "write", List.of(key, 5));
    exchange.expect(session, "lock", key, 5L);
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void cas() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    exchange.write(session, level, key, 5);
    exchange.expect(session, "cas", List.of(key, 4, 6), false);
    exchange.expect(session, "read", key, 5L);
    exchange.expect(session, "cas", List.of(key, 5, 6), true);
    exchange.expect(session, "read", key, 6L);
    exchange.ok(session, "commit", Map.of());
    close(session);
  }

  private void timestamps() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    String key = key();
    long last = Long.MIN_VALUE;
    for (int i = 1; i <= 3; i++) {
      exchange.write(session, level, key, i);
      AdapterProcess.Pending request = exchange.send(session, "commit", Map.of());
      AdapterAnswer answer = exchange.await(request);
      Object place =
          answer.value() instanceof Map<?, ?> fields
              ? fields.containsKey("position") ? fields.get("position") : fields.get("timestamps")
              : null;
      long commit =
          place instanceof Long position
              ? position
              : place instanceof List<?> pair
                      && pair.size() == 2
                      && pair.get(0) instanceof Long start
                      && pair.get(1) instanceof Long end
                      && start <= end
                      && start >= last
                  ? end
                  : Long.MIN_VALUE;
      if (commit <= last) {
        throw exchange.wrong(
            request,
            answer,
            "\"timestamps\":[START,COMMIT] or \"position\":N, after those of the transaction"
                + " before");
      }
      last = commit;
    }
    close(session);
  }

  private void unknownRequest() throws Channel.BrokenException, RuleRequests.WrongException {
    String session = open();
    exchange.begin(session, level);
    AdapterProcess.Pending request = exchange.send(session, "levitate", key());
    AdapterAnswer answer = exchange.await(request);
    if (answer.word() != AdapterAnswer.Word.UNSUPPORTED) {
      throw exchange.wrong(request, answer, "unsupported");
    }
    exchange.ok(session, "rollback", Map.of());
    close(session);
  }

  /**
   * Two sessions write one key. If the second waits, the first must be able to commit meanwhile;
   * and it must be answered before the second gives up.
   */
  private void waiting() throws Channel.BrokenException, RuleRequests.WrongException {
    String holder = open();
    String waiter = open();
    String key = key();
    exchange.write(holder, level, key, 5);
    Map<String, Object> begin = Map.of("level", level, "readOnly", false);
    AtomicInteger order = new AtomicInteger();
    AdapterProcess.Pending begun = exchange.send(waiter, "begin", begin);
    CompletableFuture<Integer> waited = begun.answer().thenApply(any -> order.incrementAndGet());
    AdapterProcess.Pending last = begun;
    if (isAnswered(begun) && exchange.await(begun).isOk()) {
      last = exchange.send(waiter, "write", List.of(key, 6));
      waited = last.answer().thenApply(any -> order.incrementAndGet());
    }
    if (isAnswered(last)) {
      waited = CompletableFuture.completedFuture(Integer.MAX_VALUE); // It does not wait.
    }
    AdapterProcess.Pending commit = exchange.send(holder, "commit", Map.of());
    CompletableFuture<Integer> done = commit.answer().thenApply(any -> order.incrementAndGet());
    // Once the lock is free, both answers are on their way, in any order.
    boolean isPrompt = isAnswered(commit);
    AdapterAnswer committed = exchange.await(commit);
    AdapterAnswer answer = exchange.await(last);
    if (!isPrompt && done.join() > waited.join()) {
      throw exchange.wrong(
          commit,
          committed,
          "this answer before that to " + last.line() + ", which waited for this transaction");
    }
    if (answer.word() != AdapterAnswer.Word.OK && answer.word() != AdapterAnswer.Word.ABORTED) {
      throw exchange.wrong(last, answer, "ok or aborted");
    }
    if (answer.isOk()) {
      exchange.ok(waiter, "rollback", Map.of());
    }
    close(holder);
    close(waiter);
  }

  private static boolean isAnswered(AdapterProcess.Pending request) throws Channel.BrokenException {
    try {
      request.answer().get(WAITING.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (java.util.concurrent.ExecutionException e) {
      throw new Channel.BrokenException(e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Channel.BrokenException("interrupted");
    }
  }

  /** One transaction of two that change the same; where none is aborted, nothing can be said. */
  private void afterAborted() throws Channel.BrokenException, RuleRequests.WrongException {
    String one = open();
    String other = open();
    String key = key();
    exchange.write(one, level, key, 5);
    AdapterProcess.Pending begun =
        exchange.send(other, "begin", Map.of("level", level, "readOnly", false));
    if (!isAnswered(begun)) {
      exchange.ok(one, "commit", Map.of());
      one = "";
    }
    AdapterAnswer answer = exchange.await(begun);
    if (answer.isOk()) {
      AdapterProcess.Pending write = exchange.send(other, "write", List.of(key, 6));
      if (!isAnswered(write) && !one.isEmpty()) {
        exchange.ok(one, "commit", Map.of());
        one = "";
      }
      answer = exchange.await(write);
    }
    if (!one.isEmpty()) {
      exchange.await(exchange.send(one, "commit", Map.of()));
    }
    if (answer.isOk()) {
      answer = exchange.await(exchange.send(other, "commit", Map.of()));
    }
    if (answer.word() == AdapterAnswer.Word.ABORTED) {
      exchange.committed(other, level, key);
    } else if (answer.word() == AdapterAnswer.Word.REJECTED) {
      exchange.ok(other, "rollback", Map.of());
    }
    close(other);
  }

  private void closeUnderWay() throws Channel.BrokenException, RuleRequests.WrongException {
    String dying = open();
    String other = open();
    String key = key();
    exchange.write(dying, level, key, 5);
    AdapterProcess.Pending request = exchange.send(dying, "close", Map.of());
    AdapterAnswer answer = exchange.await(request);
    if (answer.word() == AdapterAnswer.Word.UNSUPPORTED) {
      exchange.ok(dying, "rollback", Map.of());
    } else if (!answer.isOk()) {
      throw exchange.wrong(request, answer, "ok or unsupported");
    }
    exchange.begin(other, level);
    exchange.expect(other, "read", key, absent());
    exchange.ok(other, "write", List.of(key, 6));
    exchange.ok(other, "commit", Map.of());
    close(other);
  }

  private void end() throws Channel.BrokenException, RuleRequests.WrongException {
    exchange.okOrUnsupported("", "teardown", Map.of());
    if (!process.end(LAST_WORDS)) {
      throw new RuleRequests.WrongException(
          List.of(
              "expected the process to end within "
                  + LAST_WORDS.toSeconds()
                  + " s after the end of its standard input, and it still ran"));
    }
  }
}
