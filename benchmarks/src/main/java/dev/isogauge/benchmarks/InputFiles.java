package dev.isogauge.benchmarks;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Generated histories in the formats of their inputs, made once and kept. */
final class InputFiles {
  private final Path folder;
  private final PrintWriter progress;

  InputFiles(Path folder, PrintWriter progress) {
    this.folder = folder;
    this.progress = progress;
  }

  /** The histories of files and directories. */
  static List<Input> histories(List<Path> paths) throws IOException {
    List<Input> inputs = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        inputs.addAll(HistoryFiles.find(path).histories());
      } else {
        inputs.add(HistoryFiles.file(path));
      }
    }
    return inputs;
  }

  /** The file of the input at a size; the name distinguishes the workload from earlier ones. */
  Path file(BenchmarkInput input, WorkloadSpec workload) throws IOException {
    return file(input.name(), input.format(), workload);
  }

  /** The file of a workload in a format. */
  Path file(String name, HistoryFormat format, WorkloadSpec workload) throws IOException {
    Path file =
        folder.resolve(
            String.format(
                "%s-%d-%08x.%s",
                name, workload.transactions(), workload.toString().hashCode(), format.id()));
    if (Files.exists(file)) {
      return file;
    }
    progress.println("generating " + file);
    Files.createDirectories(folder);
    Path unfinished = Path.of(file + ".unfinished");
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
      format.write(HistoryGenerator.generate(workload), output);
    }
    return Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
