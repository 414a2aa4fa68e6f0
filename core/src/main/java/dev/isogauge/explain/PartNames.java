package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.ListSources;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the names in {@link dev.isogauge.anomaly.Sentences} stand for in an anomaly. */
final class PartNames {
  private static final Pattern OF_PART = Pattern.compile("([a-z-]+)([=#]|[.?]\\w+)?");
  private static final Map<String, Role> ROLES =
      Stream.of(Role.values()).collect(Collectors.toMap(Role::id, Function.identity()));
  private static final int MOST_ROWS = 5;
  private static final int MOST_MEMBERS = 3;
  private static final int MOST_NAMED = 4;

  private final Story story;
  private final History history;
  private final Anomaly anomaly;
  private final Names names;

  PartNames(Story story) {
    this.story = story;
    this.history = story.history;
    this.anomaly = story.anomaly;
    this.names = story.names;
  }

  /** What stands in a pair of braces; empty if there is no such thing. */
  Optional<String> name(String token) {
    return switch (token) {
      case "$expected" -> anomaly.expected().map(Printable::name);
      case "$actual" -> anomaly.actual().map(Printable::name);
      case "members" -> Optional.of(members());
      case "shape" -> shape();
      case "level" -> anomaly.level().map(PartNames::levelName);
      case "who" -> Optional.of(who());
      default ->
          token.charAt(0) == '?'
              ? holds(anomaly.formId().equals(token.substring(1)))
              : ofPart(token);
    };
  }

  private static String levelName(IsolationLevel level) {
    return level == IsolationLevel.RECORDED ? "the recorded levels" : level.id();
  }

  private Optional<String> ofPart(String token) {
    Matcher matcher = OF_PART.matcher(token);
    if (!matcher.matches() || !ROLES.containsKey(matcher.group(1))) {
      throw new IllegalArgumentException("no such name: " + token);
    }
    Optional<Part> part = anomaly.find(ROLES.get(matcher.group(1)));
    String of = matcher.group(2) == null ? "" : matcher.group(2);
    return part.flatMap(
        found -> of.startsWith("?") ? holds(is(found, of.substring(1))) : name(found, of));
  }

  private static Optional<String> holds(boolean condition) {
    return condition ? Optional.of("") : Optional.empty();
  }

  private boolean is(Part part, String condition) {
    int operation = part.operation();
    return switch (condition) {
      case "initial" -> part.transaction() == History.INITIAL;
      case "asked" -> part.place().predicate() >= 0;
      case "append" -> operation >= 0 && history.isAppend(operation);
      case "list" -> operation >= 0 && history.isListRead(operation);
      case "endsWithOwn" -> ListSources.endsWithOwn(history, operation);
      case "unrecorded" ->
          history.namedWriter(operation).isEmpty()
              && story.writers.ofOtherType(operation).isEmpty()
              && history.initialValue(part.place().key()) == Atoms.NIL;
      case "claims" -> history.namedWriter(operation).isPresent();
      case "claimsInitial" ->
          history.namedWriter(operation).filter(w -> w == Atoms.INITIAL_WRITER).isPresent();
      case "later" -> isFoundLater(operation, anomaly.operation(Role.EXPECTED));
      case "alike" ->
          Marks.plain(names.version(operation))
              .equals(Marks.plain(names.version(anomaly.operation(Role.SECOND))));
      case "unordered" -> versionOrder(part).isEmpty();
      case "unclear" ->
          versionOrder(part).orElseThrow().versions().stream()
              .anyMatch(v -> !v.isClear() && v.value() == history.valueOf(operation));
      default -> throw new IllegalArgumentException("no such condition: " + condition);
    };
  }

  private Optional<VersionOrder> versionOrder(Part part) {
    long key = history.keyAtom(part.place().key());
    return history.versionOrders().stream().filter(order -> order.key() == key).findFirst();
  }

  private Optional<String> name(Part part, String of) {
    int t = part.transaction();
    int operation = part.operation();
    int key = part.place().key();
    return switch (of) {
      case "" -> Optional.of(names.transaction(t));
      case "=" -> Optional.of(operation >= 0 ? names.version(operation) : initialVersion(key));
      case "#" -> Optional.of(names.value(operation));
      case ".key" -> key >= 0 ? Optional.of(names.key(key)) : Optional.empty();
      case ".initial" -> Optional.of(names.initialValue(key));
      case ".claimed" ->
          history
              .namedWriter(operation)
              .filter(writer -> writer != Atoms.INITIAL_WRITER)
              .map(names::named);
      case ".otherType" ->
          story
              .writers
              .ofOtherType(operation)
              .map(write -> names.wrote(write) + " " + names.version(write));
      case ".wrote" -> operation >= 0 ? Optional.of(names.wrote(operation)) : Optional.empty();
      case ".saw" -> Optional.of(names.transaction(t) + " " + what(operation));
      case ".what" -> Optional.of(what(operation));
      case ".too" -> Optional.of(names.about(operation, "read that version too"));
      case ".source" -> Optional.of(names.transaction(ListSources.writer(history, operation)));
      case ".beside" -> beside(operation);
      case ".without" -> without(part);
      case ".common" -> Optional.of(Words.count(common(), "element"));
      case ".values" -> Optional.of(Words.list(values(part.role())));
      case ".session" -> Optional.of(names.session(history.sessionOf(t)));
      case ".begin" -> Optional.of(Long.toString(history.beginTime(t)));
      case ".end" -> Optional.of(Long.toString(history.endTime(t)));
      case ".start" -> Optional.of(start(t));
      case ".commit" -> Optional.of(commit(t));
      case ".times" -> Optional.of("start " + start(t) + ", commit " + commit(t));
      case ".placed" -> Optional.of(placed(t));
      case ".origin" -> Optional.of(origin(operation));
      case ".condition" -> Optional.of(names.condition(part.place().predicate()));
      case ".bareCondition" -> Optional.of(names.bareCondition(part.place().predicate()));
      case ".relation" -> Optional.of(relation(part.place().predicate()));
      case ".member" -> Optional.of(names.key(key) + " = " + anomaly.actual().orElse(""));
      case ".seen" -> Optional.of(names.seen(part.place().predicate(), keys(part.role())));
      case ".keys" -> Optional.of(names.keys(keys(part.role())));
      default -> throw new IllegalArgumentException("no such name: " + part.role().id() + of);
    };
  }

  private String initialVersion(int key) {
    return names.key(key) + " = " + names.initialValue(key);
  }

  /** {@code read x = 1, which T1 wrote}. */
  private String what(int read) {
    return story.reasons.what(
        "read",
        read,
        anomaly
            .find(Role.VERSION)
            .map(Part::transaction)
            .orElseGet(() -> ListSources.writer(history, read)));
  }

  private List<Integer> keys(Role role) {
    return anomaly.parts(role).stream().map(part -> part.place().key()).toList();
  }

  private List<String> values(Role role) {
    return anomaly.parts(role).stream()
        .map(part -> part.operation() < 0 ? "the initial one" : names.value(part.operation()))
        .toList();
  }

  /** Whether a later read of the transaction shows what one missed. */
  private boolean isFoundLater(int read, int missed) {
    for (int i = read + 1; i < history.endOperation(history.transactionOf(read)); i++) {
      if (history.keyOf(i) == history.keyOf(read) && shows(i, missed)) {
        return true;
      }
    }
    return false;
  }

  private boolean shows(int read, int write) {
    return history.isListRead(read)
        ? hasElement(read, history.valueOf(write))
        : !history.isWrite(read) && history.readFrom(read) == write;
  }

  private boolean hasElement(int read, long value) {
    return IntStream.range(0, history.listSize(read))
        .anyMatch(e -> history.listElement(read, e) == value);
  }

  /** The other versions of the key that a transaction read before its write. */
  private Optional<String> beside(int write) {
    int version = anomaly.operation(Role.VERSION);
    Map<String, String> others = new LinkedHashMap<>();
    for (int i = history.firstOperation(history.transactionOf(write)); i < write; i++) {
      boolean isOwn =
          !history.isListRead(i) && !history.isWrite(i) && history.readStatus(i) == ReadStatus.OWN;
      if (history.keyOf(i) == history.keyOf(write)
          && !history.isWrite(i)
          && !history.isUnknownRead(i)
          && !isOwn
          && !ListSources.saw(history, i, version)) {
        story.cast.mention(i);
        others.putIfAbsent(history.valueName(i), names.version(i));
      }
    }
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(", beside " + Words.list(List.copyOf(others.values())));
  }

  /** A read of the list by the transaction of an append that does not show the other append. */
  private Optional<String> without(Part append) {
    int t = append.transaction();
    Role other = append.role() == Role.FIRST ? Role.SECOND : Role.FIRST;
    long missing = history.valueOf(anomaly.operation(other));
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(i -> history.isListRead(i) && history.keyOf(i) == append.place().key())
        .filter(i -> !hasElement(i, missing))
        .mapToObj(names::version)
        .findFirst();
  }

  private int common() {
    int first = anomaly.operation(Role.FIRST);
    int second = anomaly.operation(Role.SECOND);
    return history.commonPrefix(
        first, second, Math.min(history.listSize(first), history.listSize(second)));
  }

  private String start(int t) {
    return new Timestamp(history.startTimestamp(t), history.startLogical(t)).toString();
  }

  private String commit(int t) {
    return new Timestamp(history.commitTimestamp(t), history.commitLogical(t)).toString();
  }

  /** The transaction with its place in the claimed order. */
  private String placed(int t) {
    return names.transaction(t)
        + (ClaimedOrder.isBySerial(history)
            ? " (serial " + history.serialPosition(t) + ")"
            : " (commit " + commit(t) + ")");
  }

  /** Where the value that was read came from, if a single write wrote it. */
  private String origin(int read) {
    int write = history.isListRead(read) ? History.SEVERAL : history.readFrom(read);
    if (write == History.THIN_AIR) {
      return ", which no transaction wrote";
    }
    if (write == History.INITIAL) {
      return ", the initial value";
    }
    if (write < 0) {
      return "";
    }
    int writer = history.transactionOf(write);
    if (writer == history.transactionOf(read)) {
      return ", its own write";
    }
    story.cast.mention(write);
    if (history.counts(writer)) {
      return ", written by " + placed(writer);
    }
    return ", written by "
        + names.transaction(writer)
        + (history.outcome(writer) == Outcome.ABORTED
            ? ", which aborted"
            : ", which has no place in that order");
  }

  private String relation(int predicate) {
    long relation = history.predicateReads().relation(predicate);
    return relation == Atoms.NO_NAME
        ? "the keys without a relation"
        : Printable.name(history.atoms().plain(relation));
  }

  /** What keys were when a result was made, and how the result differs, a sentence each. */
  List<String> rows() {
    List<Part> all =
        anomaly.parts().stream()
            .filter(part -> part.role() != Role.READER && part.role() != Role.WRITER)
            .toList();
    List<String> rows = new ArrayList<>();
    for (Part row : all.subList(0, Math.min(all.size(), MOST_ROWS))) {
      rows.add(state(row) + verdict(row));
    }
    if (all.size() > MOST_ROWS) {
      rows.add("And so on; more rows are left out here");
    }
    return rows;
  }

  /** What a key was at that moment, and which transaction made it so. */
  private String state(Part row) {
    String key = names.key(row.place().key());
    String state =
        row.role() == Role.EXPECTED
            ? anomaly.expected().map(Printable::name).orElse("")
            : row.operation() < 0
                ? names.initialValue(row.place().key())
                : names.value(row.operation());
    if (row.operation() < 0) {
      return "no transaction before it in the claimed order wrote " + key + ", which is " + state;
    }
    String writer = placed(row.transaction());
    return history.isDelete(row.operation())
        ? key + " was deleted last by " + writer
        : String.format("%s was last written by %s and is %s", key, writer, state);
  }

  private String verdict(Part row) {
    return switch (row.role()) {
      case MISSING -> "; that matches, and was not returned";
      case UNEXPECTED ->
          "; that does not match, and was returned"
              + returned(row).map(value -> " as " + value).orElse("");
      case DIFFERENT -> "; it was returned as " + returned(row).orElseThrow();
      default -> "";
    };
  }

  /** The value that a result has of a row's key. */
  private Optional<String> returned(Part row) {
    PredicateReads reads = history.predicateReads();
    int predicate = anomaly.find(Role.READER).orElseThrow().place().predicate();
    for (int i = 0; i < reads.resultCount(predicate); i++) {
      int read = reads.resultRead(predicate, i);
      if (reads.resultKey(predicate, i) == row.place().key()
          && read != PredicateReads.NO_READ
          && !history.isUnknownRead(read)) {
        return Optional.of(names.value(read));
      }
    }
    return Optional.empty();
  }

  private String members() {
    List<Edge> cycle = anomaly.edges();
    return cycle.size() <= MOST_MEMBERS
        ? "each of " + Words.list(cycle.stream().map(e -> names.transaction(e.from())).toList())
        : "each of " + cycle.size() + " transactions";
  }

  private String who() {
    List<Integer> transactions =
        anomaly.parts().stream()
            .map(Part::transaction)
            .filter(t -> t != History.INITIAL)
            .distinct()
            .toList();
    return transactions.size() <= MOST_NAMED
        ? Words.list(transactions.stream().map(names::transaction).toList())
        : transactions.size() + " transactions";
  }

  /** What people call a cycle; nothing for two that read different versions of one key. */
  private Optional<String> shape() {
    List<Edge> cycle = anomaly.edges();
    String words = anomaly.words(history);
    boolean isNameless =
        cycle.size() == 2
            && words.equals(anomaly.kind().words())
            && cycle.stream().allMatch(edge -> edge.relation() == Relation.READ_OVERWRITTEN)
            && history.keyOf(read(cycle.get(0))) == history.keyOf(read(cycle.get(1)));
    return isNameless
        ? Optional.empty()
        : Optional.of(words.startsWith("circular") ? words : "a " + words);
  }

  private static int read(Edge edge) {
    return ((Justification.ReadOverwritten) edge.why()).read();
  }
}
