package dev.isogauge.explain;

import dev.isogauge.anomaly.ListSources;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the names in {@link dev.isogauge.anomaly.Sentences} stand for, of some parts: those of an
 * anomaly, or the ends of an edge.
 */
final class PartNames {
  private static final Pattern OF_PART = Pattern.compile("([a-z-]+)([=#]|[.?]\\w+)?");
  private static final Map<String, Role> ROLES =
      Stream.of(Role.values()).collect(Collectors.toMap(Role::id, Function.identity()));

  private static final Pattern INTEGER = Pattern.compile("-?\\d+");

  private final Telling telling;
  private final History history;
  private final Names names;
  private final List<Part> parts;
  private final Map<String, Supplier<Optional<String>>> others;

  /**
   * Names of parts.
   *
   * @param others what names stand for that are not about a part
   */
  PartNames(Telling telling, List<Part> parts, Map<String, Supplier<Optional<String>>> others) {
    this.telling = telling;
    this.history = telling.history();
    this.names = telling.names();
    this.parts = parts;
    this.others = others;
  }

  /** A template with what the names in it stand for; empty if one stands for nothing. */
  Optional<String> fill(String template) {
    return SentenceTemplate.fill(template, this::name);
  }

  private Optional<String> name(String token) {
    if (others.containsKey(token)) {
      return others.get(token).get();
    }
    return token.startsWith("?") || token.startsWith("$") ? Optional.empty() : ofPart(token);
  }

  private Optional<Part> find(Role role) {
    return parts.stream().filter(part -> part.role() == role).findFirst();
  }

  private int operation(Role role) {
    return find(role).orElseThrow().operation();
  }

  private Optional<String> ofPart(String token) {
    Matcher matcher = OF_PART.matcher(token);
    if (!matcher.matches() || !ROLES.containsKey(matcher.group(1))) {
      throw new IllegalArgumentException("no such name: " + token);
    }
    Optional<Part> part = find(ROLES.get(matcher.group(1)));
    String of = matcher.group(2) == null ? "" : matcher.group(2);
    return part.flatMap(
        found -> of.startsWith("?") ? holds(is(found, of.substring(1))) : name(found, of));
  }

  static Optional<String> holds(boolean condition) {
    return condition ? Optional.of("") : Optional.empty();
  }

  private boolean is(Part part, String condition) {
    int operation = part.operation();
    return switch (condition) {
      case "told" -> true;
      case "initial" -> part.transaction() == History.INITIAL;
      case "asked" -> part.place().predicate() >= 0;
      case "append" -> operation >= 0 && history.isAppend(operation);
      case "list" -> operation >= 0 && history.isListRead(operation);
      case "endsWithOwn" -> ListSources.endsWithOwn(history, operation);
      case "delete" -> operation >= 0 && history.isDelete(operation);
      case "gone" -> names.sawNone(part.place().predicate(), part.place().key());
      case "direct" -> telling.writers().isDirect(before(part), operation);
      case "unrecorded" ->
          history.namedWriter(operation).isEmpty()
              && ofOtherType(operation).isEmpty()
              && history.initialValue(part.place().key()) == Atoms.NIL;
      case "claims" -> history.namedWriter(operation).isPresent();
      case "claimsInitial" ->
          history.namedWriter(operation).filter(w -> w == Atoms.INITIAL_WRITER).isPresent();
      case "later" -> isFoundLater(operation, operation(Role.EXPECTED));
      case "alike" ->
          Marks.plain(names.version(operation))
              .equals(Marks.plain(names.version(operation(Role.SECOND))));
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
      case "#" -> Optional.of(operation >= 0 ? names.value(operation) : names.initialValue(key));
      case ".bareKey" -> Optional.of(names.bareKey(key));
      case ".key" -> key >= 0 ? Optional.of(names.key(key)) : Optional.empty();
      case ".initial" -> Optional.of(names.initialValue(key));
      case ".claimed" ->
          history
              .namedWriter(operation)
              .filter(writer -> writer != Atoms.INITIAL_WRITER)
              .map(names::named);
      case ".otherType" ->
          ofOtherType(operation).map(write -> names.wrote(write) + " " + names.version(write));
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
      case ".asked" -> Optional.of(asked(part));
      case ".changed" -> Optional.of(changed(operation));
      case ".returned" -> returned(part);
      case ".seen" -> Optional.of(names.seen(part.place().predicate(), keys(part.role())));
      case ".keys" -> Optional.of(names.keys(keys(part.role())));
      default -> throw new IllegalArgumentException("no such name: " + part.role().id() + of);
    };
  }

  private String initialVersion(int key) {
    return names.key(key) + " = " + names.initialValue(key);
  }

  /** The version before the one that the second of two places wrote. */
  private int before(Part second) {
    int operation = operation(second.role() == Role.SECOND ? Role.FIRST : Role.SECOND);
    return operation >= 0 && !history.isWrite(operation) ? history.readFrom(operation) : operation;
  }

  /** {@code read x = 1, which T1 wrote}. */
  private String what(int read) {
    Optional<Place> version =
        find(Role.VERSION).map(Part::place).or(() -> Place.seenBy(history, read));
    return telling.what(
        "read",
        read,
        version.orElseGet(() -> Place.ofVersion(history, History.INITIAL, history.keyOf(read))));
  }

  /** {@code T1 asked for "a > 5" and saw x = 1}. */
  private String asked(Part part) {
    int predicate = part.place().predicate();
    return names.transaction(part.transaction())
        + " asked for "
        + names.condition(predicate)
        + " and saw "
        + names.seen(predicate, part.place().key());
  }

  private String changed(int write) {
    return names.transactionOf(write)
        + (history.isDelete(write)
            ? " deleted " + names.key(history.keyOf(write))
            : " wrote " + names.version(write));
  }

  /** A write of the key whose value looks like the one that was read, and is of another type. */
  private Optional<Integer> ofOtherType(int read) {
    if (history.isListRead(read)) {
      return Optional.empty();
    }
    Atoms atoms = history.atoms();
    String text = atoms.plain(history.valueOf(read));
    boolean isInteger = atoms.isInteger(history.valueOf(read));
    if (!isInteger && !INTEGER.matcher(text).matches()) {
      return Optional.empty();
    }
    long other = isInteger ? atoms.text(text) : atoms.ofToken(text);
    return IntStream.of(history.writesOf(history.keyOf(read), other))
        .filter(write -> atoms.plain(other).equals(text))
        .boxed()
        .findFirst();
  }

  private Stream<Part> parts(Role role) {
    return parts.stream().filter(part -> part.role() == role);
  }

  private List<Integer> keys(Role role) {
    return parts(role).map(part -> part.place().key()).toList();
  }

  private List<String> values(Role role) {
    return parts(role)
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
    int version = operation(Role.VERSION);
    Map<String, String> others = new LinkedHashMap<>();
    for (int i = history.firstOperation(history.transactionOf(write)); i < write; i++) {
      boolean isOwn =
          !history.isListRead(i) && !history.isWrite(i) && history.readStatus(i) == ReadStatus.OWN;
      if (history.keyOf(i) == history.keyOf(write)
          && !history.isWrite(i)
          && !history.isUnknownRead(i)
          && !isOwn
          && !ListSources.saw(history, i, version)) {
        telling.cast().mention(i);
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
    long missing = history.valueOf(operation(other));
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(i -> history.isListRead(i) && history.keyOf(i) == append.place().key())
        .filter(i -> !hasElement(i, missing))
        .mapToObj(names::version)
        .findFirst();
  }

  private int common() {
    int first = operation(Role.FIRST);
    int second = operation(Role.SECOND);
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
    telling.cast().mention(write);
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

  /** The value that a result has of a row's key. */
  private Optional<String> returned(Part row) {
    PredicateReads reads = history.predicateReads();
    int predicate = find(Role.READER).orElseThrow().place().predicate();
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
}
