package dev.isogauge.fetch;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.AuthenticationSelector;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.LocalRepositoryManager;
import org.eclipse.aether.repository.MirrorSelector;
import org.eclipse.aether.repository.ProxySelector;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.ChainedLocalRepositoryManager;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;

/** Turns the user's settings into the session that Maven's resolver works in. */
final class Sessions {
  private static final int CONNECT_MILLISECONDS = 10_000;

  /** Without a byte in this time a repository counts as gone. */
  private static final int SILENCE_MILLISECONDS = 60_000;

  private Sessions() {}

  static RepositorySystemSession create(
      RepositorySystem system,
      Settings settings,
      Path repository,
      Path downloads,
      Consumer<String> notices) {
    DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();
    session.setSystemProperties(System.getProperties());
    session.setOffline(settings.isOffline());
    session.setMirrorSelector(mirrors(settings));
    session.setProxySelector(proxies(settings));
    session.setAuthenticationSelector(servers(settings));
    session.setTransferListener(new Downloads(notices));
    session.setConfigProperty(ConfigurationProperties.USER_AGENT, "Isogauge");
    session.setConfigProperty(ConfigurationProperties.CONNECT_TIMEOUT, CONNECT_MILLISECONDS);
    session.setConfigProperty(ConfigurationProperties.REQUEST_TIMEOUT, SILENCE_MILLISECONDS);
    for (Server server : settings.getServers()) {
      session.setConfigProperty(
          ConfigurationProperties.HTTP_HEADERS + "." + server.getId(), headers(server));
    }
    Path configured =
        settings.getLocalRepository() == null ? repository : Path.of(settings.getLocalRepository());
    // What Maven has fetched is used, and nothing is written among it.
    session.setLocalRepositoryManager(
        new ChainedLocalRepositoryManager(
            plain(system, session, downloads), List.of(plain(system, session, configured)), false));
    return session;
  }

  /** A directory in Maven's layout, whoever put the files there. */
  private static LocalRepositoryManager plain(
      RepositorySystem system, RepositorySystemSession session, Path directory) {
    return system.newLocalRepositoryManager(
        session, new LocalRepository(directory.toFile(), "simple"));
  }

  private static MirrorSelector mirrors(Settings settings) {
    DefaultMirrorSelector selector = new DefaultMirrorSelector();
    for (Mirror mirror : settings.getMirrors()) {
      selector.add(
          mirror.getId(),
          mirror.getUrl(),
          mirror.getLayout(),
          false,
          mirror.isBlocked(),
          mirror.getMirrorOf(),
          mirror.getMirrorOfLayouts());
    }
    return selector;
  }

  private static ProxySelector proxies(Settings settings) {
    DefaultProxySelector selector = new DefaultProxySelector();
    for (Proxy proxy : settings.getProxies()) {
      if (proxy.isActive()) {
        selector.add(
            new org.eclipse.aether.repository.Proxy(
                proxy.getProtocol(),
                proxy.getHost(),
                proxy.getPort(),
                proxy.getUsername() == null
                    ? null
                    : login(proxy.getUsername(), proxy.getPassword()).build()),
            proxy.getNonProxyHosts());
      }
    }
    return selector;
  }

  private static AuthenticationSelector servers(Settings settings) {
    DefaultAuthenticationSelector selector = new DefaultAuthenticationSelector();
    for (Server server : settings.getServers()) {
      Authentication authentication =
          login(server.getUsername(), server.getPassword())
              .addPrivateKey(server.getPrivateKey(), server.getPassphrase())
              .build();
      selector.add(server.getId(), authentication);
    }
    return selector;
  }

  private static AuthenticationBuilder login(String user, String password) {
    return new AuthenticationBuilder().addUsername(user).addPassword(password);
  }

  /** The headers that a server's {@code configuration} lists in {@code httpHeaders}. */
  private static Map<String, String> headers(Server server) {
    Map<String, String> headers = new HashMap<>();
    if (server.getConfiguration() instanceof Xpp3Dom configuration
        && configuration.getChild("httpHeaders") != null) {
      for (Xpp3Dom header : configuration.getChild("httpHeaders").getChildren()) {
        Xpp3Dom name = header.getChild("name");
        Xpp3Dom value = header.getChild("value");
        if (name != null && value != null) {
          headers.put(name.getValue(), value.getValue());
        }
      }
    }
    return headers;
  }
}
