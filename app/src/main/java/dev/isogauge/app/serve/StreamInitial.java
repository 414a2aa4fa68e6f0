package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.history.InitialValue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * The value of keys before their first write, the same for all of a stream: that of the option, or
 * what the first batch states, or nil. Batches after the first need not state it. Thread-safe.
 */
final class StreamInitial {
  private final boolean isOption;
  private Optional<String> value;

  /**
   * The value of a stream.
   *
   * @param option {@link ServeSettings#STATED} if batches state the value
   */
  StreamInitial(String option) {
    this.isOption = !option.equals(ServeSettings.STATED);
    this.value = isOption ? Optional.of(option) : Optional.empty();
  }

  /** Refuses a batch that states another value. */
  synchronized void require(ParsedBatch batch) throws BadBatchException {
    if (batch.initial().isPresent()
        && value.isPresent()
        && !batch.initial().get().equals(value.get())) {
      throw new BadBatchException(
          1,
          1,
          "found initial value "
              + batch.initial().get()
              + "; expected "
              + value.get()
              + (isOption
                  ? ", as --initial says"
                  : ", with which this stream began; use another service for another stream"));
    }
  }

  /** Takes note of what the first batch states. */
  synchronized void admit(ParsedBatch batch) throws BadBatchException {
    require(batch);
    if (value.isEmpty()) {
      value = Optional.of(batch.initial().orElse(InitialValue.NIL));
    }
  }

  /** The value, if it is known yet. */
  synchronized Optional<String> value() {
    return value;
  }

  /** Goes back to what was known before batches that could not be written. */
  synchronized void value(Optional<String> before) {
    value = before;
  }

  synchronized void save(DataOutput to) throws IOException {
    byte[] text = value.orElse("").getBytes(UTF_8);
    to.writeInt(text.length);
    to.write(text);
  }

  synchronized void restore(DataInput from) throws IOException {
    byte[] text = new byte[from.readInt()];
    from.readFully(text);
    value = Optional.of(new String(text, UTF_8)).filter(known -> !known.isEmpty());
  }
}
