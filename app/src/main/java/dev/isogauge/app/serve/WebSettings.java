package dev.isogauge.app.serve;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the service is reached, beyond its address.
 *
 * @param publicUrl where browsers reach the live page through a proxy
 * @param tls for HTTPS; else the service speaks HTTP
 * @param accessLog where to note requests
 */
public record WebSettings(Optional<URI> publicUrl, Optional<Tls> tls, Optional<Path> accessLog) {
  public static final WebSettings PLAIN =
      new WebSettings(Optional.empty(), Optional.empty(), Optional.empty());
}
