package dev.isogauge.anomaly;

import java.util.List;

/**
 * How kinds of anomalies are told, line by line. A line is a sentence; {@code !} begins the one
 * that contradicts those before it, {@code =} the summary, and {@code @} what is told step by step:
 * the edges of a cycle, cases, rows. Of alternatives that follow one another the first that fits is
 * told. After {@code when} a section applies only if its condition holds. {@code #} begins what a
 * picture says of a role, where the usual words would be too general.
 *
 * <p>Braces name what stands there: {@code {reader}} is the transaction of the part with that role,
 * {@code {reader=}} key and value of its operation, {@code {reader#}} the value, {@code
 * {reader.key}} and the like what else is known of it, {@code {$actual}} what is, and {@code
 * {?form}} nothing, in anomalies of that form. {@code {reader?list}} is nothing, if it is a list.
 * What cannot be named does not fit. Of {@code [a|b]} the first that fits is told, if one does; of
 * {@code [;a|b]} and {@code [&a|b]} all that fit.
 */
public enum Sentences {
  THIN_AIR_READ(
      """
      {reader} read {reader=}
      ! {reader?claimsInitial}the record says that this is the initial value, and that is {reader.initial}
      ! the record names {reader.claimed} as the writer, and there is no such write of it
      ! no transaction, committed or aborted, wrote that value to {reader.key}, and the initial value is {reader.initial}
      Perhaps {reader.otherType}, which differs as a number does from a string
      Perhaps {reader?unrecorded}{reader.key} had that value before the recording began; --initial or the history can say so
      = {reader?claimsInitial}{reader} read {reader=} from the initial state, where it is {reader.initial}
      = {reader} read {reader=} from a write of {reader.claimed} that does not exist
      = {reader} read {reader=}, which no transaction wrote
      # reader no transaction wrote this
      """,
      "no transaction appended one of these elements",
      "no transaction wrote that version"),
  ABORTED_READ(
      """
      {reader} read {reader=}, which {writer.wrote}
      ! {reader?claims}{writer} aborted, and no other transaction may see what it wrote
      ! {writer} aborted, and no transaction that committed wrote {reader=}
      = {reader} read {reader=}, which {writer} wrote before it aborted
      """,
      "one of these elements was appended by a transaction that did not commit",
      "{member}, which wrote it, aborted"),
  FUTURE_READ(
      """
      {reader} read {reader=}
      ! that is the value {reader} itself wrote, and only after this read
      = {reader} read {reader=} before it wrote that value
      # reader reads it
      # writer is written only here
      """,
      "it appended one of these elements itself, only later",
      "{member} itself wrote it, and only later"),
  NOT_MY_OWN_WRITE(
      """
      {reader} wrote {expected=}, and its later reads of that key should see this write
      ! it then read {reader=}[{writer?initial}, the initial value|, which {writer.wrote}]
      = {reader} read {reader=} after its own write of {expected=}
      """,
      "the list does not end with what it had appended itself",
      ""),
  NOT_MY_LAST_WRITE(
      """
      {reader} wrote {reader=} and then {expected=}, and its later reads of that key should see the latter
      ! it then read {reader=}
      = {reader} read {reader=}, which it had already overwritten with {expected=}
      """),
  INTERMEDIATE_READ(
      """
      {reader} read {reader=}, which {writer.wrote}
      ! {writer} itself overwrote it with {expected=}, and only that final write may be seen by others
      = {reader} read {reader=}, which {writer} overwrote with {expected=} before it ended
      """,
      "the transaction that appended the last element[{reader?endsWithOwn} before its own] appended"
          + " more before it ended",
      "{member}, which wrote it, overwrote it before it ended, and others may only see its last"
          + " write"),
  DUPLICATE_ELEMENT(
      """
      # reader shows it twice
      # writer appended here
      """,
      "it has an element twice that was appended once",
      ""),
  INCOMPATIBLE_ORDER(
      """
      {first} read {first=}
      ! {second} read {second=}, and the two differ after {first.common}: a list only grows, so one should be the beginning of the other
      = {first} and {second} saw {first.key} in two orders
      # first one order
      # second another order
      """,
      "it has one transaction's appends in another order, or with gaps",
      ""),
  CYCLIC_CAUSALITY(
      """
      @cycle
      No transaction can see what happens only after it
      = {members} happened before itself
      """),
  NON_MONOTONIC_READ(
      Frames.stale(
          "A transaction that has read from {expected} must not go back behind it",
          " after it had seen {expected}[{expected?append}, which appended {expected#}|, which wrote"
              + " a later version, {expected=}]")),
  FRACTURED_READ(
      Frames.stale(
          "A transaction that sees {expected} must see all of its writes",
          ": it saw {expected}, but[{expected?append} did not find[{reader?later} at first] {expected#}"
              + " in {expected.key}|[{reader?later} only later| not] its write of {expected=}]")),
  CAUSALITY_VIOLATION(
      Frames.stale(Frames.BEFORE, Frames.MISSED + ", although {expected} happened before it")),
  CONFLICTING_ORDERS(
      Frames.stale(
          Frames.BEFORE,
          Frames.MISSED + " of {expected}: transactions disagree on the order of writes")),
  READ_YOUR_WRITES_VIOLATION(
      Frames.stale(
          "A session must see what it wrote itself",
          Frames.MISSED + ", which its own session wrote before")),
  MONOTONIC_READS_VIOLATION(
      Frames.stale(
          "A session that has read from {expected} must not go back behind it",
          Frames.MISSED + ", although its session had already read from {expected}")),
  MONOTONIC_WRITES_VIOLATION(
      Frames.stale(
          "A transaction must see what the sessions it reads from wrote before",
          Frames.MISSED + ", which the session of a transaction that it saw wrote before")),
  WRITES_FOLLOW_READS_VIOLATION(
      Frames.stale(
          "A transaction must see what the sessions it reads from had read",
          Frames.MISSED + ", which the session of a transaction that it saw had read")),
  NON_REPEATABLE_READ(
      """
      {first.saw}
      Until it writes that key itself, its other reads of it should see the same version
      ! it then {second.what}
      = {first} read {first=}[{first?alike} of {first.source}] and then {second=}[{first?alike} of {second.source}]
      """),
  COMMIT_ORDER_CYCLE(
      """
      @cycle
      = {members} would have to commit before itself under {level}
      """),
  DEPENDENCY_CYCLE(
      """
      @cycle
      = [{shape}, ]{members} would have to come before itself
      """),
  LOST_UPDATE(
      """
      when {first-read}{second-read}
      {first} {first-read.what}[{first.beside}], and then [{first?append}appended {first#} to it|wrote {first=}]
      {second} {second-read.too}[{second.beside}], and then [{second?append}appended {second#} to it|wrote {second=}]
      ! whichever of the two came second should have read the other's write, or a later version, instead
      = {first} and {second} both read [{version?initial}the initial version of {first.key}|the version of {first.key} that {version} wrote], and then both [{first?append}appended to it|wrote {first.key}]
      when
      {first} appended {first#} to {first.key}, and {second} appended {second#}; no other transaction read either
      Since both append to {first.key}, one of them must have ended before the other started
      ! {first} read {first.without}, without what {second} appended, and {second} read {second.without}, without what {first} appended, so each started before the other had ended
      ! what transactions read and wrote, and in which order, excludes either
      = {first} and {second} both appended to {first.key}, and neither can have ended before the other started
      # version read by both
      # first overwrites it
      # second overwrites it too
      # first-read
      # second-read
      """),
  NO_VERSION_ORDER(
      """
      @cases
      = no order of versions explains what {who} read and wrote
      # reader needs a version of its own
      # version one version
      """),
  CYCLIC_VERSIONS(
      """
      What was read and written, and in which order, puts these versions of {version.key} before one another: {version.values}
      ! each of them would have to come before itself
      = the versions of {version.key} would have to come in a circle
      # version comes after the version read
      """),
  DIRTY_UPDATE(
      """
      {earlier} aborted, so none of its writes may be a version
      ! the version order of {earlier.key} has its write {earlier=}, before {later=} of {later}
      = {later} overwrote {earlier=} of {earlier}, which aborted
      # earlier aborted
      # later overwrites it
      """),
  RESULT_SET_MISMATCH(
      """
      {reader} asked for {reader.condition}, and by its version set and its own writes before it saw [;{missing.seen}, which matches|{unexpected.seen}, which does not match|{different.seen}|rows that give {$expected}]
      ! %s
      = {reader} asked for {reader.condition}, and %s
      """
          .replace(
              "%s",
              "[&the result lacks {missing.keys}|the result has {unexpected.keys}|the result has"
                  + " another value of {different.keys}|the result is {$actual}]")),
  G_SIA(
      """
      @edges
      ! {earlier} is not in the snapshot of {later}
      = {later} depends on {earlier}, which is not in its snapshot
      """),
  G_SIB(
      """
      @cycle
      = {later} misses a write of {earlier}, which is in its snapshot
      """),
  TIMESTAMP_ORDER(
      """
      {later} claims to start at {later.start} and to commit at {later.commit}
      What it should have read is open, so its reads are not judged
      = {later} starts after its own commit
      # later starts after its commit
      """),
  TIMESTAMP_TIE(
      """
      {earlier} has {earlier.times}, {later} has {later.times}
      One of them writes [{later.key}|a key] and the other one touches it, so their order matters, and the timestamps do not show it
      = {later} and {earlier} have the same commit timestamp and touch the same key
      # earlier at the same time
      # later at the same time
      """),
  SESSION(
      """
      {earlier} has {earlier.times}, {later} has {later.times}
      {later} follows {earlier} in session {later.session}, so it should have {$expected}
      ! it has {$actual}
      = {later} does not follow {earlier} of its session as it should
      # earlier comes first in the session
      # later does not start after it
      """),
  INTERNAL(
      """
      Within {reader} the last operation on {reader.key} before this read leaves {reader.key} = {$expected}
      ! {reader} read {reader=}
      = {reader} read {reader=} after its own operations left {reader.key} = {$expected}
      """),
  EXTERNAL(
      """
      By the timestamps {reader} ({reader.times}) should read {reader.key} = {$expected}, [{expected?initial}the initial value|written by {expected} ({expected.times})]
      ! it read {reader=}, which was %s
      = {reader} read {reader=}, which was %s
      """
          .replace(
              "%s",
              "[{?never-written}never written|{?uncommitted}never committed|{?intermediate}only an"
                  + " intermediate value of its transaction|{?overwritten}already"
                  + " overwritten|{?future}not yet committed: it comes from the future|not the"
                  + " visible value]")),
  NO_CONFLICT(
      """
      {earlier} has {earlier.times}, {later} has {later.times}
      Both write {later.key}, and {earlier} had not committed when {later} started: one of them had to abort
      = {later} and {earlier} overlap and both write {later.key}
      # earlier writes it
      # later overlaps, and writes it too
      """),
  ORDER_VIOLATION(
      """
      [{?session-order}{earlier} comes before {later} in session {later.session}|{earlier} ended at {earlier.end}, before {later} began at {later.begin}]
      ! the claimed order has {later.placed} before {earlier.placed}
      = the claimed order has {later} before {earlier}, against [{?session-order}their session|real time]
      """),
  REPLAY_MISMATCH(
      """
      when {reader?asked}
      {reader.placed} asked {reader.relation} for {reader.bareCondition}; after all that comes before it in the claimed order, and its own operations, the answer is {$expected}
      @rows
      ! its answer was {$actual}
      = {reader} got {$actual} for {reader.bareCondition}, where the claimed order has {$expected}
      when
      @rows
      ! {reader.placed} read {reader=}{reader.origin}
      = {reader} read {reader=}, where the claimed order has {$expected}
      """),
  NON_LINEARIZABLE(
      """
      @linear
      # first nothing comes between
      # second has no place
      """),
  LATE_TRANSACTION(
      """
      Without {later} this became final: {$actual}
      Then {later} arrived ({later.times})
      With it the finding does not hold, so it was withdrawn: {later} took longer than the delay to arrive
      = {later} arrived after a verdict on {reader} was final
      # later arrived late
      # reader judged too early
      # earlier known by then
      """),
  DUPLICATE_WRITE(
      """
      [{first?initial}{second} wrote {second=}, which is also the initial value|{first} and {second} both wrote {second=}]
      Unless it names the writer, a read of it by another transaction may have seen either and proves nothing; by itself this violates no level
      = {second=} comes both from {first} and from {second}
      # first wrote this value
      # second wrote it too
      """),
  OVERLAPPING_SESSION(
      """
      {earlier} comes before {later} in session {later.session}, but on the client's clock {later} began at {later.begin}, before {earlier} ended at {earlier.end}
      No order between the two is assumed; by itself this violates no level
      = {later} began before {earlier} ended, in session {later.session}
      # earlier has not ended
      # later has begun already
      """),
  MISSING_VERSION(
      """
      {version} wrote {version=}, and [{version?unordered}no version order of that key is recorded|{version?unclear}the version order of that key has that value without saying whose it is|the version order of that key lacks it]
      %s
      = no version order places {version=} of {version}
      # version in no version order
      """
          .replace("%s", Frames.PARTIAL_ORDER)),
  UNKNOWN_VERSION(
      """
      A version order lists {$actual}, which no transaction wrote, or lists it a second time
      %s
      = the version order has no use for {$actual}
      """
          .replace("%s", Frames.PARTIAL_ORDER));

  /** What a key was when a result was made, and how the result differs. */
  public static final String ROW =
      "[{row?initial}no transaction before it in the claimed order wrote {row.key}, which is"
          + " [{expected?told}{$expected}|{row#}]|{row?delete}{row.key} was deleted last by"
          + " {row.placed}|{row.key} was last written by {row.placed} and is"
          + " [{expected?told}{$expected}|{row#}]][{missing?told}; that matches, and was not"
          + " returned|{unexpected?told}; that does not match, and was returned[ as"
          + " {unexpected.returned}|]|{different?told}; it was returned as {different.returned}|]";

  private final String text;

  Sentences(String text) {
    this.text = text;
  }

  /** Of a fault of a read: of a value, of a list, and of a member of a version set. */
  Sentences(String value, String list, String member) {
    this.text =
        Frames.of("{reader?list}", "{reader} read {reader=}", "", list)
            + Frames.of(
                "{reader?asked}",
                "{reader} asked for {reader.condition}, and its version set has {reader.key} = [{$actual}|]",
                "{reader} evaluated a predicate on {reader.key} = [{$actual}|]",
                member)
            + "when\n"
            + value;
  }

  /** The lines that are told. */
  public List<String> lines() {
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }

  /** What a picture says of a part with a role; empty if that needs no words. */
  public String words(Role role) {
    String start = "# " + role.id();
    return text.lines()
        .filter(line -> line.equals(start) || line.startsWith(start + " "))
        .map(line -> line.substring(start.length()).strip())
        .findFirst()
        .orElse(role.words());
  }

  /** What several have in common. */
  private static final class Frames {
    static final String BEFORE = "A transaction must see all that happened before it";

    static final String MISSED =
        " and[{reader?later} at first] missed [{expected?append}{expected#} in"
            + " {expected.key}|{expected=}]";

    static final String PARTIAL_ORDER =
        "What the order says of the other versions is used, and nothing follows from what it does"
            + " not say; by itself this violates no level";

    static String of(String condition, String fact, String summary, String fault) {
      return fault.isEmpty()
          ? ""
          : "when %s\n%s\n! %s\n= %s: %s\n"
              .formatted(condition, fact, fault, summary.isEmpty() ? fact : summary, fault);
    }

    /** A read that misses what is visible: the rule, and what follows "T3 read x = 1". */
    static String stale(String rule, String summary) {
      return "@stale\n"
          + rule
          + ", so {reader} should have [{expected?append}found {expected#} in {expected.key}|read"
          + " {expected=} or a later version][{reader?later} already then]\n= {reader} read"
          + " {reader=}"
          + summary
          + "\n";
    }
  }
}
