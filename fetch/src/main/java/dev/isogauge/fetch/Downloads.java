package dev.isogauge.fetch;

import java.util.Locale;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

/** Says which jars are being downloaded, from where, and how large they are. */
final class Downloads extends AbstractTransferListener {
  private final Consumer<String> notices;

  Downloads(Consumer<String> notices) {
    this.notices = notices;
  }

  @Override
  public void transferStarted(TransferEvent event) {
    TransferResource resource = event.getResource();
    String name = resource.getResourceName();
    if (name.endsWith(".jar")) {
      notices.accept(
          "downloading "
              + name.substring(name.lastIndexOf('/') + 1)
              + size(resource.getContentLength())
              + " from "
              + resource.getRepositoryId());
    }
  }

  private static String size(long bytes) {
    return bytes < 0 ? "" : String.format(Locale.ROOT, ", %.1f MB,", bytes / 1e6);
  }
}
