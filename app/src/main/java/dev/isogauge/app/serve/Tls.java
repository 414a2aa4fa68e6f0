package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The certificate and key of the service.
 *
 * @param store holds both, under {@link #PASSWORD}
 */
public record Tls(KeyStore store) {
  /** The store never leaves the process. */
  public static final String PASSWORD = "";

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  /** Reads PEM files: a certificate with those that vouch for it, and its private key. */
  public static Tls read(Path certificates, Path key) throws ServiceException {
    try {
      Certificate[] chain = chain(certificates);
      PrivateKey secret = key(key, chain[0].getPublicKey().getAlgorithm());
      requirePair(key, secret, certificates, chain[0].getPublicKey());
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("isogauge", secret, PASSWORD.toCharArray(), chain);
      return new Tls(store);
    } catch (IOException e) {
      throw new ServiceException("cannot read " + e.getMessage());
    } catch (GeneralSecurityException e) {
      throw new ServiceException(key + ": " + e.getMessage());
    }
  }

  private static Certificate[] chain(Path file) throws IOException, ServiceException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
    } catch (CertificateException e) {
      // Reported below.
    }
    throw new ServiceException(file + ": expected certificates in PEM (BEGIN CERTIFICATE)");
  }

  private static PrivateKey key(Path file, String algorithm)
      throws IOException, GeneralSecurityException, ServiceException {
    Matcher pem = KEY.matcher(Files.readString(file, ISO_8859_1));
    if (pem.find()) {
      try {
        byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (java.security.spec.InvalidKeySpecException | IllegalArgumentException e) {
        throw new ServiceException(file + ": found no key of the certificate's kind, " + algorithm);
      }
    }
    throw new ServiceException(
        file
            + ": expected a key in PEM (BEGIN PRIVATE KEY) without a password; 'openssl pkcs8 -topk8"
            + " -nodes -in KEY' makes one of others");
  }

  private static void requirePair(Path keyFile, PrivateKey key, Path certificates, PublicKey open)
      throws GeneralSecurityException, ServiceException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update("pair".getBytes(UTF_8));
    byte[] signed = signature.sign();
    signature.initVerify(open);
    signature.update("pair".getBytes(UTF_8));
    if (!signature.verify(signed)) {
      throw new ServiceException(keyFile + ": expected the key of " + certificates);
    }
  }
}
