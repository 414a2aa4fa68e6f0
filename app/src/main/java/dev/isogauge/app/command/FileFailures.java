package dev.isogauge.app.command;

import dev.isogauge.format.spi.InputException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.zip.ZipException;

/** Says what went wrong with a file, in words and with its name. */
public final class FileFailures {
  private FileFailures() {}

  public static String message(String file, IOException failure) {
    if (failure instanceof InputException) {
      return failure.getMessage();
    }
    return file + ": " + reason(failure);
  }

  private static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException || failure instanceof FileNotFoundException) {
      return "no such file or directory";
    } else if (failure instanceof AccessDeniedException) {
      return "permission denied";
    } else if (failure instanceof NotDirectoryException) {
      return "not a directory";
    } else if (failure instanceof EOFException) {
      return "the file is truncated";
    } else if (failure instanceof ZipException) {
      return "the compressed data is damaged: " + failure.getMessage();
    } else if (failure instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
