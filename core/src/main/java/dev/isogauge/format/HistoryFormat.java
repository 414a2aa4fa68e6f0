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

/** The formats that Isogauge knows. */
public enum HistoryFormat {
  ISOGAUGE(
      "isogauge",
      "text, one transaction a line: s1: w(x,1) r(y,2); keys start at nil",
      IsogaugeReader::new,
      IsogaugeWriter::new),
  JSONL(
      "jsonl",
      "JSON Lines, one transaction a line, for recorders; keys start at null",
      JsonlReader::new,
      JsonlWriter::new),
  TIMEKILLER(
      "timekiller",
      "JSON array of transactions with hybrid timestamps; keys start at null",
      TimekillerReader::new,
      TimekillerWriter::new),
  ELLE(
      "elle",
      "histories of Jepsen and Elle, EDN or JSON, one operation a line; keys start at nil",
      ElleReader::new,
      ElleWriter::new),
  ETCD_LOG(
      "etcd-log",
      "console logs of Jepsen's tests of one register; starts at nil; read only",
      EtcdLogReader::new,
      null),
  PLUME(
      "plume",
      "one operation a line: r(key,value,session,transaction); keys start at 0",
      PlumeReader::new,
      PlumeWriter::new),
  DBCOP("dbcop", "history.bincode of dbcop; keys start at 0", DbcopReader::new, DbcopWriter::new),
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

  /** The name used in commands and reports. */
  public String id() {
    return id;
  }

  /** What the format looks like, in one clause. */
  public String description() {
    return description;
  }

  public HistoryReader reader() {
    return reader.get();
  }

  /** The writer, if Isogauge writes this format. */
  public Optional<HistoryWriter> writer() {
    return Optional.ofNullable(writer).map(Supplier::get);
  }

  /** Whether faults have a line; those of binary formats have a byte. */
  boolean hasLines() {
    return this != DBCOP && this != COBRA;
  }

  public static Optional<HistoryFormat> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.id.equals(wanted)).findFirst();
  }
}
