package dev.isogauge.format.isogauge;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.LineBlocks;
import dev.isogauge.format.toolkit.StreamingReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/**
 * Isogauge text: for people, tests and golden files. One transaction per line; in a one-line
 * history {@code |} begins the next session and {@code ;} the next transaction of the same session.
 *
 * <pre>
 *   s1: w(x,1) w(y,1)                        # a session and what a transaction of it did
 *   s3 T7: [ts 120..145] r(x,1) w(x,2)       # with a name and the database's timestamps
 *   s3 T8: aborted w(x,3)
 *   s3 T9: indeterminate [rt 10..] r(x,?) w(x,4)
 *   s4: r(x,2@T7) r(y,nil@init)              # reads that name the transaction they read from
 *   s4: a(l,1) r(l,[1]) r(m,[])              # appends to lists, and reads of them
 *   s5: [ts 120:61..145:18] [sno 7] w(x,5)   # hybrid timestamps; its number in the session
 *   s5: [level rc] r(x,5)                    # the isolation level that it asked for
 *   s6: w(t/1,{a:5,b:nil}) d(t/2)            # rows with columns; a delete
 *   s6: [serial 9] [xid 745] [snapshot 740:750:741,745]
 *   s6: p(t,"a > 4",[t/1={a:5,b:nil}] of [t/1={a:5,b:nil}@T7,t/2=dead@T8])
 *   s6: p(t,"count(*) where a > 4",1)        # aggregates
 *   s6: ur(table t) uw(t/1)                  # an unknown read and an unknown write
 *   s1: w(x,6) ; r(x,6) | s2: r(x,6)
 *   init x=0 y=5 *=nil
 *   order x: 1 2@T7 5
 *
 *   file         = { line }                          lines end with LF or CR LF
 *   line         = [ directive | clause { "|" clause } ] [ "#" comment ]
 *   directive    = "init" ( key | "*" ) "=" value { ( key | "*" ) "=" value }
 *                | "order" key ":" { version }
 *   clause       = session [ name ] ":" transaction { ";" [ name ":" ] transaction }
 *   transaction  = { attribute } { operation }
 *   attribute    = "aborted" | "indeterminate"
 *                | "[" "ts" [ timestamp ] ".." [ timestamp ] "]"      start and commit
 *                | "[" "rt" [ integer ] ".." [ integer ] "]"          begin and end
 *                | "[" "sno" integer "]" | "[" "serial" integer "]" | "[" "xid" integer "]"
 *                | "[" "snapshot" integer ":" integer ":" [ integer { "," integer } ] "]"
 *                | "[" "level" name of a level "]"
 *   timestamp    = integer [ ":" integer ]           physical and logical part
 *   operation    = "w(" key "," value ")" | "d(" key ")" | "a(" key "," value ")"
 *                | "r(" key "," ( "?" | version | list ) ")"
 *                | "p(" ( relation | "*" ) "," string "," result [ "of" versions ] ")"
 *                | ( "ur(" | "uw(" ) ( "*" | key | "table" ( relation | "*" ) ) ")"
 *   result       = "?" | value | "[" [ row { "," row } ] "]"
 *   row          = key [ "=" version ]
 *   versions     = "[" [ key "=" version { "," key "=" version } ] "]"
 *   version      = value [ "@" writer ]
 *   list         = "[" [ value { "," value } ] "]"
 *   writer       = "init" | name
 *   value        = "nil" | "dead" | atom | columns
 *   columns      = "{" [ name ":" ( "nil" | atom ) { "," name ":" ( "nil" | atom ) } ] "}"
 *   key, session, name, relation = atom
 *   atom         = integer | word | string
 *   integer      = decimal digits, perhaps after "-"; the signed or unsigned 64-bit range
 *   word         = a letter or "_", then letters, digits and any of _ . / -
 *   string       = in double quotes, with the escapes of JSON
 * </pre>
 *
 * <p>Every key starts at {@code nil} unless {@code init} says otherwise. A line that begins with
 * the word {@code init} or {@code order} is a directive; a session of that name is written in
 * quotes, and so is a transaction called init where it is named as a writer. Directives hold for
 * the whole file. A name stands for one transaction: its second use is an error. A key is a list
 * everywhere or nowhere; a list starts empty, and a read of it that saw nil saw the empty list.
 * Numbers order the transactions of a session, all of which have one then. A string nil or dead is
 * written in quotes. In a history with deletes, writing nil is deleting.
 */
public final class IsogaugeReader implements StreamingReader {
  @Override
  public void read(Input input, Atoms atoms, HistoryBuilder into) throws IOException {
    into.namesAreUnique();
    LineBlocks.parse(
        input,
        (buffer, end, block, directives) ->
            new IsogaugeParser(buffer, end, atoms, block, directives).parse(),
        atoms,
        into);
  }
}
