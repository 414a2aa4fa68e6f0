package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports each tie once, with the smallest key that the two transactions share.
 *
 * <ol>
 *   <li>Groups of different keys belong together if their commit time is the same.
 *   <li>Each transaction that came ties with those before it in its groups: if it is in one group,
 *       the group knows how many; otherwise their union is made.
 *   <li>Ties that some key described are found; the others are counted.
 * </ol>
 *
 * <p>Costs the number of ties in time where transactions share several keys, and that of
 * transactions otherwise; memory is that of the groups.
 */
final class TieReport {
  private final Atoms atoms;
  private final OnlineListener listener;

  TieReport(Atoms atoms, OnlineListener listener) {
    this.atoms = atoms;
    this.listener = listener;
  }

  private record Member(TieGroup group, int index) {}

  /** Reports what all shards found in the same transactions. */
  void report(List<TieGroup> groups) {
    Map<TieGroup.Commit, List<TieGroup>> byCommit = new LinkedHashMap<>();
    // Step 1.
    for (TieGroup group : groups) {
      byCommit.computeIfAbsent(group.commit, unused -> new ArrayList<>()).add(group);
    }
    byCommit.values().forEach(this::reportCommit);
  }

  private void reportCommit(List<TieGroup> groups) {
    Long2ObjectLinkedOpenHashMap<List<Member>> arrived = new Long2ObjectLinkedOpenHashMap<>();
    Long2ObjectLinkedOpenHashMap<List<TieGroup.Described>> described =
        new Long2ObjectLinkedOpenHashMap<>();
    for (TieGroup group : groups) {
      for (int i = group.oldCount(); i < group.count(); i++) {
        arrived
            .computeIfAbsent(group.sequence(i), unused -> new ArrayList<>(2))
            .add(new Member(group, i));
      }
      for (TieGroup.Described tie : group.described) {
        described.computeIfAbsent(tie.arrived(), unused -> new ArrayList<>()).add(tie);
      }
    }
    long counted = 0;
    for (var entry : arrived.long2ObjectEntrySet()) {
      List<TieGroup.Described> words = described.get(entry.getLongKey());
      counted += reportMember(entry.getValue(), words == null ? List.of() : words);
    }
    if (counted > 0) {
      listener.counted(AnomalyKind.TIMESTAMP_TIE, counted);
    }
  }

  /** Steps 2 and 3: finds the described ties of a transaction, and returns how many more it has. */
  private long reportMember(List<Member> members, List<TieGroup.Described> described) {
    if (members.size() == 1 && described.isEmpty()) {
      return members.get(0).group.tiesBefore(members.get(0).index);
    }
    Long2LongOpenHashMap keys = smallestKeys(members);
    Map<Long, TimestampFinding> found = new Object2ObjectLinkedOpenHashMap<>();
    for (TieGroup.Described tie : described) {
      found.putIfAbsent(tie.other(), tie.finding());
    }
    found.forEach(
        (other, finding) ->
            listener.found(finding.on(Optional.of(atoms.token(keys.get(other.longValue()))))));
    return (long) keys.size() - found.size();
  }

  /** By transaction that one ties with: the smallest key of those where it does. */
  private Long2LongOpenHashMap smallestKeys(List<Member> members) {
    Long2LongOpenHashMap keys = new Long2LongOpenHashMap();
    for (Member member : members) {
      TieGroup group = member.group;
      boolean writes = group.writes(member.index);
      for (int i = 0; i < member.index; i++) {
        if (writes || group.writes(i)) {
          keys.merge(
              group.sequence(i),
              group.key,
              (left, right) -> atoms.compare(left, right) <= 0 ? left : right);
        }
      }
    }
    return keys;
  }
}
