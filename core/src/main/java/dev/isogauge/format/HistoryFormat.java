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
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.format.timekiller.TimekillerReader;
import dev.isogauge.format.timekiller.TimekillerWriter;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.StreamingReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The formats that Isogauge reads, and those of them that it writes. */
public enum HistoryFormat {
  /** Isogauge's own text, which can say everything that a history holds. */
  ISOGAUGE(
      "isogauge",
      "text, one transaction per line: s1: w(x,1) r(y,2); keys start at nil",
      IsogaugeReader::new,
      IsogaugeWriter::new),
  /** Isogauge's JSON Lines, which can say everything that a history holds. */
  JSONL(
      "jsonl",
      "JSON Lines, one transaction per line, for recorders; keys start at null",
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
      "histories of Jepsen and Elle, EDN or JSON, one operation per line; keys start at nil",
      ElleReader::new,
      ElleWriter::new),
  /** Console logs of Jepsen's tests of one register. */
  ETCD_LOG(
      "etcd-log",
      "console logs of Jepsen's tests of one register; starts at nil; read only",
      EtcdLogReader::new,
      null),
  /** Plume's text, one operation per line. */
  PLUME(
      "plume",
      "one operation per line: r(key,value,session,transaction); keys start at 0",
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
   * Reads raw transactions, for callers that need no {@link dev.isogauge.history.History}; others
   * call {@link HistoryFiles#read}.
   *
   * @param input where the transactions come from
   * @param atoms the names, keys and values; other inputs may share them
   * @return what was read
   * @throws InputException when the input is not of this format
   * @throws IOException when the input cannot be read
   */
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    return reader.get().read(input, atoms);
  }

  /**
   * Whether the format can be read without keeping what was read.
   *
   * @return whether {@link HistoryFiles#stream} works
   */
  public boolean isStreamed() {
    return streamingReader().isPresent();
  }

  /** Its reader, if the format {@link #isStreamed}. */
  Optional<StreamingReader> streamingReader() {
    return reader.get() instanceof StreamingReader streaming
        ? Optional.of(streaming)
        : Optional.empty();
  }

  /**
   * Whether Isogauge writes the format.
   *
   * @return whether {@link #write} works; else the format is only read
   */
  public boolean isWritable() {
    return writer != null;
  }

  /**
   * Writes a history; the caller closes the stream.
   *
   * @param history what to write
   * @param output where to write it
   * @throws UnsupportedHistoryException when the format cannot say what the history holds; nothing
   *     has been written then
   * @throws UnsupportedOperationException unless the format {@link #isWritable}
   * @throws IOException when the stream fails
   */
  public void write(History history, OutputStream output) throws IOException {
    if (!isWritable()) {
      throw new UnsupportedOperationException(id + " is not written");
    }
    if (this != JSONL && history.ending().isPresent()) {
      // Without that, levels would hold that are unknown.
      throw new UnsupportedHistoryException(
          id + " cannot say that the recording ended early; convert to jsonl");
    }
    writer.get().write(history, output);
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
