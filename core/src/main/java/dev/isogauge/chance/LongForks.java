package dev.isogauge.chance;

import static dev.isogauge.chance.Accesses.NONE;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Counts chances of long forks: two that read x and y, one that writes x and not y, one that writes
 * y and not x, all four open at once. The member that begins is a reader or a writer of them.
 */
final class LongForks {
  private final Accesses accesses;
  private final OpenAccesses open;
  private final Tally tally;
  private final IntArrayList readers = new IntArrayList();
  private final IntArrayList writers = new IntArrayList();
  private long work;

  LongForks(Accesses accesses, OpenAccesses open, Tally tally) {
    this.accesses = accesses;
    this.open = open;
    this.tally = tally;
  }

  /** Takes the member that begins, and returns how much work it was. */
  long count(int member) {
    work = 0;
    asReader(member);
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      if (accesses.writes(a)) {
        asWriter(member, a);
      }
    }
    return work;
  }

  private void asReader(int member) {
    for (int i = 0; i < open.partners.size(); i++) {
      int other = open.partners.getInt(i);
      for (int s = open.firstShared(other); s != NONE; s = open.nextShared(s)) {
        if (!bothRead(s)) {
          continue;
        }
        for (int r = open.nextShared(s); r != NONE; r = open.nextShared(r)) {
          if (bothRead(r)) {
            fork(member, other, s, r);
          }
        }
      }
    }
  }

  private boolean bothRead(int shared) {
    return accesses.reads(open.own(shared)) && accesses.reads(open.other(shared));
  }

  /** Writers of one key and not the other, by what the two readers saw of them. */
  private static final class Side {
    private long all;
    private long live;
    private long seenByFirst;
    private long seenBySecond;
  }

  private void fork(int member, int other, int atX, int atY) {
    Side x = side(other, atX, atY);
    if (x.all == 0) {
      return;
    }
    Side y = side(other, atY, atX);
    add(member, other, x, y);
  }

  /** The writers of the key of {@code at}; the readers are the member and its partner. */
  private Side side(int partner, int at, int notAt) {
    Side side = new Side();
    int own = open.own(at);
    int others = open.other(at);
    int otherKey = accesses.key(open.own(notAt));
    for (int w = open.first(accesses.key(own)); w != NONE; w = open.after(w)) {
      work++;
      int writer = accesses.member(w);
      if (accesses.writes(w) && writer != partner && !writes(writer, otherKey)) {
        add(side, w, own, others);
      }
    }
    return side;
  }

  private boolean writes(int partner, int key) {
    int access = open.accessOf(partner, key);
    return access != NONE && accesses.writes(access);
  }

  private void add(Side side, int writer, int first, int second) {
    side.all++;
    if (!accesses.aborted[accesses.member(writer)]) {
      side.live++;
      boolean seenByFirst = accesses.sees(first, writer);
      boolean seenBySecond = accesses.sees(second, writer);
      side.seenByFirst += seenByFirst && accesses.missed(second, writer) ? 1 : 0;
      side.seenBySecond += seenBySecond && accesses.missed(first, writer) ? 1 : 0;
    }
  }

  private void add(int first, int second, Side x, Side y) {
    long all = x.all * y.all;
    if (all > 0) {
      boolean isLive = !accesses.aborted[first] && !accesses.aborted[second];
      tally.add(
          ChanceKind.LONG_FORK,
          all,
          isLive ? x.seenByFirst * y.seenBySecond + x.seenBySecond * y.seenByFirst : 0,
          isLive ? all - x.live * y.live : all);
    }
  }

  /** The member writes x, and every y that two open readers of x read may have its writer. */
  private void asWriter(int member, int atX) {
    int x = accesses.key(atX);
    for (int p = open.first(x); p != NONE; p = open.after(p)) {
      work++;
      if (accesses.reads(p)) {
        int reader = accesses.member(p);
        for (int atY = accesses.begin(reader); atY < accesses.end(reader); atY++) {
          if (accesses.key(atY) != x && accesses.reads(atY)) {
            forkAround(member, atX, p, atY);
          }
        }
      }
    }
  }

  /** Takes a reader's accesses to x and y; the other reader is one that was found before it. */
  private void forkAround(int member, int atX, int readsX, int readsY) {
    int x = accesses.key(atX);
    int y = accesses.key(readsY);
    if (writesToo(member, y)) {
      return;
    }
    int reader = accesses.member(readsY);
    readers.clear();
    writers.clear();
    for (int e = open.first(y); e != NONE; e = open.after(e)) {
      work++;
      int other = accesses.member(e);
      if (other == reader) {
        continue;
      }
      if (accesses.writes(e) && !writes(other, x)) {
        writers.add(e);
      }
      int sharedX = open.accessOf(other, x);
      if (other < reader && accesses.reads(e) && sharedX != NONE && accesses.reads(sharedX)) {
        readers.add(e);
      }
    }
    for (int i = 0; i < readers.size() && !writers.isEmpty(); i++) {
      int otherY = readers.getInt(i);
      int second = accesses.member(otherY);
      Side sideX = new Side();
      add(sideX, atX, readsX, open.accessOf(second, x));
      Side sideY = new Side();
      for (int j = 0; j < writers.size(); j++) {
        work++;
        if (accesses.member(writers.getInt(j)) != second) {
          add(sideY, writers.getInt(j), readsY, otherY);
        }
      }
      add(reader, second, sideX, sideY);
    }
  }

  private boolean writesToo(int member, int key) {
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      if (accesses.key(a) == key) {
        return accesses.writes(a);
      }
    }
    return false;
  }
}
