package dev.isogauge.format.jsonl;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.Directives;
import dev.isogauge.format.toolkit.LineBlocks;
import dev.isogauge.format.toolkit.StreamingReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import java.io.IOException;

/**
 * Isogauge JSON Lines, for recorders in any language: one object a line, which is a transaction or
 * says something about the whole history.
 *
 * <pre>
 *   {"session":"s1","ops":[["w","x",1],["r","y",null]]}
 *   {"session":"s3","txn":"T7","outcome":"committed","ts":[120,145],"rt":[10,20],
 *    "ops":[["r","x",1,"T1"],["r","y",0,["init"]],["r","z"],["w","x",2]]}       (in one line)
 *   {"session":"s4","ts":[[120,61],[145,18]],"sno":7,"ops":[["a","l",1],["r","l",[1]]]}
 *   {"session":"s5","serial":9,"xid":745,"snapshot":[740,750,[741,745]],"ops":[["d","t/2"],
 *    ["w","t/1",{"a":5,"b":null}],["p","t","count(*) where a > 4",{"value":1}],
 *    ["p","t","a > 4",{"results":[["t/1",{"a":5,"b":null}]],
 *                      "versions":[["t/1",{"a":5,"b":null},"T7"],["t/2",null,"T8"]]}]]}
 *   {"init":[["x",0],["y",5]],"default":null}
 *   {"order":"x","versions":[1,[2,"T7"]]}
 * </pre>
 *
 * <ul>
 *   <li>Sessions, names of transactions and keys are strings or integers, values also null, which
 *       is nil. Integers may have the signed or unsigned 64-bit range; 1 and "1" are different.
 *   <li>{@code session} and {@code ops} are required in a transaction. {@code outcome} is committed
 *       (the default), aborted or indeterminate. {@code ts} holds start and commit by the
 *       database's clock, each a number or the pair of physical and logical part; {@code rt} begin
 *       and end by the client's; null stands for an unknown side. {@code sno} is the number in the
 *       session, which all transactions of the session have or none.
 *   <li>A read has two elements when its result is unknown, three when its value is known, and a
 *       fourth that names the transaction it read from; {@code ["init"]} there is the initial one.
 *       A read of a list has three, the last of them an array; {@code "a"} appends to a list.
 *   <li>A value may be a row: an object of columns, whose values are strings, integers or null.
 *       {@code "d"} deletes. {@code "p"} reads the rows of a relation ("*" for the one without a
 *       name) that match a condition: results are keys, or keys with the values that were read and
 *       perhaps their writers; an aggregate has a value; neither, and the result is unknown.
 *       versions are those that the condition was evaluated on, null for a dead one.
 *   <li>{@code serial} is the place in the order of all transactions that the database claims,
 *       {@code xid} the id that snapshots know a transaction by, {@code snapshot} the lowest
 *       running id, the first unused one, and the running ones below it.
 *   <li>{@code level} is the name of the isolation level that the transaction asked for.
 *   <li>{@code init} gives initial values, {@code default} that of all keys not named; nil without
 *       them. {@code order} gives the versions of a key, oldest first, each a value or a value and
 *       its writer.
 *   <li>{@code ["uw","table","t",3]} was done by statement 3, whose text and reason {@code
 *       {"statement":[3,"...","..."]}} gives. {@code ended} says why a recording ended early.
 *   <li>Other fields are passed over, so that recorders may add their own; with a remark where one
 *       seems to be meant as one of these.
 *   <li>A last line that is cut off, as a recorder leaves it that dies, is left out with a remark.
 * </ul>
 */
public final class JsonlReader implements StreamingReader {
  @Override
  public void read(Input input, Atoms atoms, HistoryBuilder into) throws IOException {
    into.namesAreUnique();
    LineBlocks.parse(input, new Blocks(atoms), atoms, into);
  }

  private record Blocks(Atoms atoms) implements LineBlocks.BlockParser {
    @Override
    public int parse(byte[] buffer, int end, RawBlock block, Directives directives) {
      return new JsonlParser(buffer, end, atoms, block, directives).parse();
    }

    /** Whether an object begins and does not end. */
    @Override
    public boolean isCutOff(byte[] buffer, int start, int end) {
      int depth = 0;
      boolean inString = false;
      for (int i = start; i < end; i++) {
        switch (buffer[i]) {
          case '\\' -> i += inString ? 1 : 0;
          case '"' -> inString = !inString;
          case '{', '[' -> depth += inString ? 0 : 1;
          case '}', ']' -> depth -= inString ? 0 : 1;
          default -> {}
        }
      }
      return depth > 0;
    }
  }
}
