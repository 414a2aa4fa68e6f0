package dev.isogauge.format;

import dev.isogauge.format.FormatDetector.Detection;
import dev.isogauge.format.cobra.CobraReader;
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.StreamingReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.BlockTaker;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.HistoryException;
import dev.isogauge.history.InitialValue;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads histories from files, directories and streams, in any format that {@link HistoryFormat}
 * lists. Content shows the format; gzip is taken off on the way.
 *
 * <pre>{@code
 * LoadedHistory loaded = HistoryFiles.read(HistoryFiles.file(Path.of("run.jsonl")), Optional.empty());
 * History history = loaded.history();
 * loaded.remarks().forEach(System.err::println);
 * }</pre>
 */
public final class HistoryFiles {
  private HistoryFiles() {}

  /**
   * A file, perhaps compressed with gzip, or a directory that is one history.
   *
   * @param path the file or directory; reading says whether it exists
   * @return an input that can be read any number of times
   */
  public static Input file(Path path) {
    return PathInput.of(path);
  }

  /**
   * The standard input, perhaps compressed with gzip.
   *
   * @param stream the stream, which the reader of the input closes
   * @return an input with the name "-" that can be read once
   */
  public static Input standardInput(InputStream stream) {
    return new StreamInput("-", stream);
  }

  /**
   * Bytes in memory, perhaps compressed with gzip.
   *
   * @param name what messages call the input
   * @param bytes the content, which must not change
   * @return an input that can be read any number of times
   */
  public static Input bytes(String name, byte[] bytes) {
    return new BytesInput(name, bytes);
  }

  /**
   * The histories in a directory and the directories below it, sorted by path. A directory of cobra
   * logs is one history, without those that are histories of another format. Content decides what a
   * file is; hidden files and those that are not histories are skipped and counted.
   *
   * @param directory where to look
   * @return the histories found; a file that cannot be read is among them, so that reading it says
   *     why
   * @throws InputException when it is not a directory
   * @throws IOException when the directory cannot be listed
   */
  public static Found find(Path directory) throws IOException {
    return new DirectorySearch().search(directory);
  }

  /**
   * Reads a history in the given format, or in the one its content shows.
   *
   * @param input where the history comes from
   * @param format its format, if it is known
   * @return the history, and what a user should know about its reading
   * @throws InputException when the input is not a history, or not one of the format
   * @throws IOException when the input cannot be read
   */
  public static LoadedHistory read(Input input, Optional<HistoryFormat> format) throws IOException {
    return read(input, format, Optional.empty());
  }

  /**
   * Reads a history, and orders of its versions from another file.
   *
   * @param input where the history comes from
   * @param format its format, if it is known
   * @param orders a file of order lines, such as {@code order x: 1 2@T7}, or those of JSON Lines,
   *     and nothing else
   * @return the history, and what a user should know about its reading
   * @throws InputException when the input is not a history, or the other file not orders of
   *     versions
   * @throws IOException when one of them cannot be read
   */
  public static LoadedHistory read(
      Input input, Optional<HistoryFormat> format, Optional<Path> orders) throws IOException {
    return read(input, format, orders, Optional.empty());
  }

  /**
   * Reads a history whose keys start at a known value, and orders of its versions from another
   * file.
   *
   * @param input where the history comes from
   * @param format its format, if it is known
   * @param orders a file of order lines, if there is one
   * @param initial the value of keys before their first write, as {@link InitialValue} reads it, if
   *     the history need not state it
   * @return the history, and what a user should know about its reading
   * @throws InputException when the input is not a history, states another initial value, or the
   *     other file is not orders of versions
   * @throws IOException when one of them cannot be read
   */
  public static LoadedHistory read(
      Input input, Optional<HistoryFormat> format, Optional<Path> orders, Optional<String> initial)
      throws IOException {
    try {
      return new Reading(orders.map(VersionOrderFile::new), initial).open(input, format);
    } catch (NoSuchFileException e) {
      throw new InputException(e.getFile(), "there is no such file");
    } catch (AccessDeniedException e) {
      throw new InputException(e.getFile(), "it cannot be read: permission denied");
    }
  }

  /**
   * As {@link #stream(Input, Optional, Optional, Atoms, BlockTaker)}, for a history that states its
   * initial values, or whose keys start at nil.
   *
   * @param input a file
   * @param format its format, if it is known
   * @param atoms takes names, keys and values
   * @param taker takes transactions in the order of the file, on the calling thread
   * @return what the file is, or empty if it cannot be streamed
   * @throws IOException when the input cannot be read or is not a history
   */
  public static Optional<StreamedHistory> stream(
      Input input, Optional<HistoryFormat> format, Atoms atoms, BlockTaker taker)
      throws IOException {
    return stream(input, format, Optional.empty(), atoms, taker);
  }

  /**
   * Reads the transactions of a file and keeps none of them, for histories that memory does not
   * hold.
   *
   * @param input a file
   * @param format its format, if it is known
   * @param initial the value of keys before their first write, if the history need not state it
   * @param atoms takes names, keys and values
   * @param taker takes transactions in the order of the file, on the calling thread
   * @return what the file is, after all of it was taken; empty if its format is not {@linkplain
   *     HistoryFormat#isStreamed streamed} and nothing was read
   * @throws InputException when the input is not a history, not one of the format, or states
   *     another initial value
   * @throws IOException when the input cannot be read
   */
  public static Optional<StreamedHistory> stream(
      Input input,
      Optional<HistoryFormat> format,
      Optional<String> initial,
      Atoms atoms,
      BlockTaker taker)
      throws IOException {
    if (input.directory().isPresent()) {
      return Optional.empty();
    }
    try (BufferedInputStream stream =
        new BufferedInputStream(input.open(), FormatDetector.PEEKED)) {
      Optional<HistoryFormat> found = format.or(() -> shown(stream));
      Optional<StreamingReader> reader = found.flatMap(HistoryFormat::streamingReader);
      if (reader.isEmpty()) {
        return Optional.empty();
      }
      HistoryBuilder builder = new HistoryBuilder(atoms, taker);
      reader.get().read(new OpenInput(input.name(), stream), atoms, builder);
      assume(initial, input, builder, atoms);
      return Optional.of(
          new StreamedHistory(found.get(), builder.commonInitialValue(), builder.remarks()));
    }
  }

  /** Keys start at a value, unless the history states it itself: then at the same. */
  private static void assume(
      Optional<String> initial, Input input, HistoryBuilder builder, Atoms atoms)
      throws InputException {
    if (initial.isEmpty()) {
      return;
    }
    long value = InitialValue.atom(initial.get(), atoms);
    OptionalLong stated = builder.statedInitialValue();
    if (stated.isPresent() && stated.getAsLong() != value) {
      throw new InputException(
          input.name(),
          "found initial value "
              + atoms.token(stated.getAsLong())
              + ", which the history or its format states; expected "
              + atoms.token(value)
              + ", as was asked for");
    }
    builder.defaultInitialValue(value);
  }

  private static Optional<HistoryFormat> shown(BufferedInputStream stream) {
    try {
      return peek(stream).filter(Detection::sure).map(Detection::format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What was streamed.
   *
   * @param format its format
   * @param initialValue the atom of the initial value of all keys; empty if they do not have one in
   *     common, or if the file says something else of the history as a whole
   * @param remarks what a user should know about the reading
   */
  public record StreamedHistory(
      HistoryFormat format, OptionalLong initialValue, List<String> remarks) {
    /** Copies the remarks. */
    public StreamedHistory {
      remarks = List.copyOf(remarks);
    }
  }

  static Optional<Detection> peek(BufferedInputStream stream) throws IOException {
    stream.mark(FormatDetector.PEEKED);
    byte[] beginning = stream.readNBytes(FormatDetector.PEEKED);
    stream.reset();
    return FormatDetector.detect(beginning);
  }

  /** Reading one input. */
  private record Reading(Optional<VersionOrderFile> orders, Optional<String> initial) {
    LoadedHistory open(Input input, Optional<HistoryFormat> format) throws IOException {
      if (format.isPresent()) {
        return read(input, format.get(), format.get()::read, List.of());
      }
      if (input.directory().isPresent()) {
        return readDirectory(input, input.directory().get());
      }
      try (BufferedInputStream stream =
          new BufferedInputStream(input.open(), FormatDetector.PEEKED)) {
        Optional<Detection> detection = peek(stream);
        if (detection.isEmpty()) {
          throw new InputException(
              input.name(), ForeignData.complaint(stream.readNBytes(FormatDetector.PEEKED)));
        }
        return read(new OpenInput(input.name(), stream), detection.get());
      }
    }

    private LoadedHistory read(Input input, Detection detection) throws IOException {
      try {
        return read(
            input,
            detection.format(),
            detection.format()::read,
            detection.remark().stream().toList());
      } catch (InputException e) {
        throw detection.sure()
            ? e
            : e.with(
                "the content shows no known format; "
                    + detection.format().id()
                    + " is the closest");
      }
    }

    private LoadedHistory readDirectory(Input input, Path directory) throws IOException {
      List<Path> logs = DirectorySearch.cobraLogs(directory);
      boolean bincode = PathInput.bincode(directory).isPresent();
      if (!logs.isEmpty()) {
        return read(
            input,
            HistoryFormat.COBRA,
            (in, atoms) -> CobraReader.read(logs, atoms),
            bincode
                ? List.of("the directory holds cobra logs and history.bincode; the logs were read")
                : List.of());
      }
      if (bincode) {
        return read(input, HistoryFormat.DBCOP, HistoryFormat.DBCOP::read, List.of());
      }
      throw new InputException(
          input.name(),
          "the directory is not a history; expected cobra's *.log or history.bincode");
    }

    private LoadedHistory read(
        Input input, HistoryFormat format, HistoryReader reader, List<String> remarks)
        throws IOException {
      long begin = System.nanoTime();
      Atoms atoms = new Atoms();
      HistoryBuilder builder = reader.read(input, atoms);
      assume(initial, input, builder, atoms);
      if (orders.isPresent()) {
        orders.get().addTo(builder, atoms);
      }
      long parsed = System.nanoTime();
      try {
        History history = builder.build();
        long built = System.nanoTime();
        List<String> all = new ArrayList<>(remarks);
        all.addAll(builder.remarks());
        if (history.transactionCount() == 0) {
          all.add("there are no transactions in it");
        }
        return new LoadedHistory(history, format, parsed - begin, built - parsed, all);
      } catch (HistoryException e) {
        throw format.hasLines()
            ? new InputException(input.name(), e.line(), 1, e.getMessage())
            : new InputException(input.name(), e.getMessage());
      }
    }
  }

  /**
   * What a directory holds.
   *
   * @param histories the histories, sorted by path
   * @param skipped how many files are not histories
   */
  public record Found(List<Input> histories, int skipped) {
    /** Copies the list. */
    public Found {
      histories = List.copyOf(histories);
    }
  }

  /** Content in memory. */
  private record BytesInput(String name, byte[] bytes) implements Input {
    @Override
    public InputStream open() throws IOException {
      return Gzip.decompressed(name, new ByteArrayInputStream(bytes));
    }
  }

  /** A stream that can be opened once, such as standard input. */
  private record StreamInput(String name, InputStream stream) implements Input {
    @Override
    public InputStream open() throws IOException {
      return Gzip.decompressed(name, stream);
    }
  }

  /** An input whose stream is open already. */
  private record OpenInput(String name, InputStream stream) implements Input {
    @Override
    public InputStream open() {
      return stream;
    }
  }
}
