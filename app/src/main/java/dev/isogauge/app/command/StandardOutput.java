package dev.isogauge.app.command;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A standard stream of the process, which knows why it failed. */
public final class StandardOutput extends PrintStream {
  private final Descriptor descriptor;

  public StandardOutput(FileDescriptor number, int buffer) {
    this(new Descriptor(number), buffer);
  }

  private StandardOutput(Descriptor descriptor, int buffer) {
    super(new BufferedOutputStream(descriptor, buffer), false, StandardCharsets.UTF_8);
    this.descriptor = descriptor;
  }

  /** Whether its reader has seen enough and went away, as {@code head} does. */
  public boolean isReaderGone() {
    return descriptor.brokenPipe;
  }

  private static final class Descriptor extends FileOutputStream {
    private boolean brokenPipe;

    Descriptor(FileDescriptor number) {
      super(number);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        super.write(bytes, from, length);
      } catch (IOException e) {
        // Java has no other way to tell it from a full disk.
        brokenPipe |= "Broken pipe".equals(e.getMessage());
        throw e;
      }
    }
  }
}
