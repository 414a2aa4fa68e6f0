package dev.isogauge.app.proxy;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where to listen, and for whom.
 *
 * @param isByApplication whether sessions are called what clients call themselves
 * @param isRedacted whether the recording has hashes in the place of values
 * @param certificate for TLS towards clients
 */
record ProxySettings(
    ServerAddress server,
    String host,
    int port,
    boolean isByApplication,
    boolean isRedacted,
    Optional<SSLContext> certificate,
    int mostConnections) {}
