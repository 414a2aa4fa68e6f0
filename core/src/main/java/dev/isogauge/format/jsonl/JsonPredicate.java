package dev.isogauge.format.jsonl;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RawPredicates;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A predicate read whose transaction is not known yet. */
final class JsonPredicate {
  private final long relation;
  private final long condition;
  private Optional<List<Version>> rows = Optional.empty();
  private OptionalLong value = OptionalLong.empty();
  private Optional<List<Version>> versionSet = Optional.empty();

  /** An object, perhaps with its value and the transaction that wrote it. */
  record Version(long key, boolean hasValue, long value, long writer) {}

  JsonPredicate(long relation, long condition) {
    this.relation = relation;
    this.condition = condition;
  }

  void rows(List<Version> given) {
    rows = Optional.of(given);
  }

  void value(long given) {
    value = OptionalLong.of(given);
  }

  void versionSet(List<Version> given) {
    versionSet = Optional.of(given);
  }

  /** Whether it returned rows and an aggregate. */
  boolean isContradictory() {
    return rows.isPresent() && value.isPresent();
  }

  void giveTo(RawBlock block) {
    RawPredicates predicate = block.predicateRead(relation, condition);
    if (rows.isPresent()) {
      predicate.rows();
      for (Version row : rows.get()) {
        if (!row.hasValue()) {
          predicate.row(row.key());
          continue;
        }
        predicate.row(row.key(), row.value());
        if (row.writer() != Atoms.NO_NAME) {
          block.fromWriter(row.writer());
        }
      }
    }
    value.ifPresent(predicate::value);
    if (versionSet.isPresent()) {
      predicate.versionSet();
      for (Version member : versionSet.get()) {
        predicate.member(member.key(), member.value(), member.writer());
      }
    }
  }
}
