package dev.isogauge.format;

import dev.isogauge.format.cobra.CobraReader;
import dev.isogauge.format.dbcop.DbcopReader;
import dev.isogauge.format.dbcop.DbcopWriter;
import dev.isogauge.format.isogauge.IsogaugeReader;
import dev.isogauge.format.isogauge.IsogaugeWriter;
import dev.isogauge.format.jepsen.ElleReader;
import dev.isogauge.format.jepsen.ElleWriter;
import dev.isogauge.format.jepsen.EtcdLogReader;
import dev.isogauge.format.jsonl.JsonlReader;
import dev.isogauge.format.jsonl.JsonlWriter;
import dev.isogauge.format.plume.PlumeReader;
import dev.isogauge.format.plume.PlumeWriter;
import dev.isogauge.format.spi.HistoryReader;
import dev.isogauge.format.spi.HistoryWriter;
import dev.isogauge.format.timekiller.TimekillerReader;
import dev.isogauge.format.timekiller.TimekillerWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The formats that Isogauge reads, and those of them that it writes. */
public enum HistoryFormat {
  /** Isogauge's own text, which can say everything that a history holds. */
  ISOGAUGE(
      "isogauge",
      "text, one transaction a line: s1: w(x,1) r(y,2); keys start at nil",
      IsogaugeReader::new,
      IsogaugeWriter::new),
  /** Isogauge's JSON Lines, which can say everything that a history holds. */
  JSONL(
      "jsonl",
      "JSON Lines, one transaction a line, for recorders; keys start at null",
      JsonlReader::new,
      JsonlWriter::new),
  /** The JSON of TimeKiller: committed transactions with timestamps. */
  TIMEKILLER(
      "timekiller",
      "JSON array of transactions with hybrid timestamps; keys start at null",
      TimekillerReader::new,
      TimekillerWriter::new),
  /** Operations of Jepsen and Elle, as EDN or JSON. */
  ELLE(
      "elle",
      "histories of Jepsen and Elle, EDN or JSON, one operation a line; keys start at nil",
      ElleReader::new,
      ElleWriter::new),
  /** Console logs of Jepsen's tests of one register. */
  ETCD_LOG(
      "etcd-log",
      "console logs of Jepsen's tests of one register; starts at nil; read only",
      EtcdLogReader::new,
      null),
  /** Plume's text, one operation a line. */
  PLUME(
      "plume",
      "one operation a line: r(key,value,session,transaction); keys start at 0",
      PlumeReader::new,
      PlumeWriter::new),
  /** The bincode of dbcop. */
  DBCOP("dbcop", "history.bincode of dbcop; keys start at 0", DbcopReader::new, DbcopWriter::new),
  /** The logs of cobra, one a session. */
  COBRA("cobra", "a directory of *.log, one per session; read only", CobraReader::new, null);

  private final String id;
  private final String description;
  private final Supplier<HistoryReader> reader;
  private final Supplier<HistoryWriter> writer;

  HistoryFormat(
      String id,
      String description,
      Supplier<HistoryReader> reader,
      Supplier<HistoryWriter> writer) {
    this.id = id;
    this.description = description;
    this.reader = reader;
    this.writer = writer;
  }

  /**
   * The name of the format in lower case.
   *
   * @return the name, such as {@code etcd-log}, which {@link #byName} knows
   */
  public String id() {
    return id;
  }

  /**
   * What the format looks like.
   *
   * @return one clause
   */
  public String description() {
    return description;
  }

  /**
   * A reader of the format.
   *
   * @return a new one
   */
  public HistoryReader reader() {
    return reader.get();
  }

  /**
   * A writer of the format.
   *
   * @return a new one; empty if Isogauge only reads the format
   */
  public Optional<HistoryWriter> writer() {
    return Optional.ofNullable(writer).map(Supplier::get);
  }

  /** Whether faults have a line; those of binary formats have a byte. */
  boolean hasLines() {
    return this != DBCOP && this != COBRA;
  }

  /**
   * The format of a name.
   *
   * @param name a name of {@link #id}, in any case
   * @return the format; empty if none has the name
   */
  public static Optional<HistoryFormat> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.id.equals(wanted)).findFirst();
  }
}
