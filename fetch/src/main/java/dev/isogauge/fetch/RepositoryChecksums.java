package dev.isogauge.fetch;

import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.spi.connector.checksum.ChecksumPolicy;
import org.eclipse.aether.spi.connector.checksum.ChecksumPolicyProvider;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.transfer.TransferResource;

/**
 * A file that differs from the checksum its repository gives is refused. A repository that gives
 * none is believed, as Maven does: some mirrors have none.
 */
final class RepositoryChecksums implements ChecksumPolicyProvider, ChecksumPolicy {
  @Override
  public ChecksumPolicy newChecksumPolicy(
      RepositorySystemSession session,
      RemoteRepository repository,
      TransferResource resource,
      String policy) {
    return this;
  }

  @Override
  public String getEffectiveChecksumPolicy(
      RepositorySystemSession session, String first, String second) {
    return first;
  }

  @Override
  public boolean onChecksumMatch(String algorithm, ChecksumKind kind) {
    return true;
  }

  @Override
  public void onChecksumMismatch(
      String algorithm, ChecksumKind kind, ChecksumFailureException failure)
      throws ChecksumFailureException {
    throw failure;
  }

  @Override
  public void onChecksumError(
      String algorithm, ChecksumKind kind, ChecksumFailureException failure) {
    // This one cannot be had; others may.
  }

  @Override
  public void onNoMoreChecksums() {
    // Believed.
  }

  @Override
  public void onTransferRetry() {
    // Nothing is remembered.
  }

  @Override
  public boolean onTransferChecksumFailure(ChecksumFailureException failure) {
    return false;
  }
}
