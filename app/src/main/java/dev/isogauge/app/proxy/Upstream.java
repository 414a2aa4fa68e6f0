package dev.isogauge.app.proxy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The server, and how it is reached. */
final class Upstream {
  private static final int PATIENCE_MILLIS = 20_000;

  private final ServerAddress address;
  private final Optional<SSLContext> context;

  Upstream(ServerAddress address) throws IOException, GeneralSecurityException {
    this.address = address;
    this.context = address.mode().isWanted() ? Optional.of(context(address)) : Optional.empty();
  }

  /** A connection on which nothing but the agreement about TLS has been sent. */
  Socket connect() throws IOException {
    Socket plain = SocketChannel.open().socket();
    try {
      plain.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
      plain.setTcpNoDelay(true);
      return context.isPresent() ? secured(plain) : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private Socket secured(Socket plain) throws IOException {
    plain.setSoTimeout(PATIENCE_MILLIS);
    OutputStream out = plain.getOutputStream();
    out.write(ByteBuffer.allocate(8).putInt(8).putInt(Startup.TLS).array());
    out.flush();
    int answer = plain.getInputStream().read();
    if (answer != 'S') {
      if (address.mode().isRequired()) {
        throw new IOException("the server has no TLS, and sslmode asks for it");
      }
      plain.setSoTimeout(0);
      return plain;
    }
    SSLSocket socket =
        (SSLSocket)
            context
                .orElseThrow()
                .getSocketFactory()
                .createSocket(plain, address.host(), address.port(), true);
    if (address.mode().checksName()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    socket.setSoTimeout(0);
    return socket;
  }

  /** Passes on a request to cancel, which has no answer. */
  void cancel(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      // The server closes when it has passed the signal on.
      InputStream in = new DataInputStream(socket.getInputStream());
      socket.setSoTimeout(PATIENCE_MILLIS);
      in.read();
    }
  }

  private static SSLContext context(ServerAddress address)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManager[] trusted = {new Anyone()};
    if (address.mode().checksCertificate()) {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(
          address.rootCertificates().isPresent() ? store(address.rootCertificates().get()) : null);
      trusted = factory.getTrustManagers();
    }
    context.init(null, trusted, null);
    return context;
  }

  private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("root" + number++, each);
      }
    }
    return store;
  }

  /** What sslmode=require means: a secret between two, without knowing who the other is. */
  private static final class Anyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
