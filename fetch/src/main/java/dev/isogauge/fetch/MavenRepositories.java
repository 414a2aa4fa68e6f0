package dev.isogauge.fetch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.superpom.SuperPomProvider;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.spi.connector.checksum.ChecksumPolicyProvider;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.version.Version;

/**
 * The repositories that Maven would ask, asked the way Maven does: mirrors, proxies, credentials
 * and the local repository come from the user's settings. The default repository is the one that
 * Maven's own super POM names.
 */
public final class MavenRepositories implements AutoCloseable {
  private static final String NEVER = RepositoryPolicy.UPDATE_POLICY_NEVER;

  private final RepositorySystem system;
  private final RepositorySystemSession session;
  private final List<RemoteRepository> remotes;

  /**
   * The repositories of the user.
   *
   * @param downloads a local repository; what is fetched goes there
   * @param notices gets a message for each download
   * @throws IOException if the settings cannot be read
   */
  public MavenRepositories(Path downloads, Consumer<String> notices) throws IOException {
    this(SettingsFiles.ofUser(), downloads, notices);
  }

  MavenRepositories(SettingsFiles files, Path downloads, Consumer<String> notices)
      throws IOException {
    Settings settings = UserSettings.read(files.user(), files.global(), files.master());
    this.system =
        new RepositorySystemSupplier() {
          @Override
          protected ChecksumPolicyProvider getChecksumPolicyProvider() {
            return new RepositoryChecksums();
          }
        }.get();
    this.session = Sessions.create(system, settings, files.repository(), downloads, notices);
    this.remotes = system.newResolutionRepositories(session, configured(settings));
  }

  /**
   * Fetches jars, without what they depend on. This is the entry for callers by reflection.
   *
   * @param coordinates as {@code group:artifact:version}; the newest of a range such as {@code
   *     [16,17)}
   * @param downloads a local repository; what is fetched goes there
   * @param notices gets a message for each download
   * @return the jars in the same order, in {@code downloads} or in the user's local repository
   * @throws FileNotFoundException if no repository has a jar
   * @throws IOException if a jar cannot be had for another reason; the message says which
   */
  public static List<Path> fetch(List<String> coordinates, Path downloads, Consumer<String> notices)
      throws IOException {
    try (MavenRepositories repositories = new MavenRepositories(downloads, notices)) {
      return repositories.jars(coordinates);
    }
  }

  /** What is asked, in this order. */
  List<RemoteRepository> remotes() {
    return remotes;
  }

  /** The jars of these coordinates, fetched where they are not in a local repository. */
  List<Path> jars(List<String> coordinates) throws IOException {
    try {
      List<ArtifactRequest> requests = new ArrayList<>();
      for (String each : coordinates) {
        requests.add(new ArtifactRequest(newest(new DefaultArtifact(each)), remotes, null));
      }
      List<Path> jars = new ArrayList<>();
      for (ArtifactResult result : system.resolveArtifacts(session, requests)) {
        jars.add(result.getArtifact().getFile().toPath());
      }
      return jars;
    } catch (ArtifactResolutionException e) {
      throw failure(e);
    }
  }

  /** The newest version of a range; an artifact of one version as it is. */
  private Artifact newest(Artifact artifact) throws IOException {
    if (!artifact.getVersion().startsWith("[")) {
      return artifact;
    }
    try {
      Version highest =
          system
              .resolveVersionRange(session, new VersionRangeRequest(artifact, remotes, null))
              .getHighestVersion();
      if (highest == null) {
        throw new FileNotFoundException("no repository has a version in " + artifact.getVersion());
      }
      return artifact.setVersion(highest.toString());
    } catch (VersionRangeResolutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** A jar with its coordinates. */
  public record Jar(String coordinates, Path file) {}

  /**
   * A jar and all that it needs at run time, fetched; the jar itself first. Left out are jars of a
   * classifier, which are native libraries of one platform.
   */
  public List<Jar> closure(String coordinates) throws IOException {
    Dependency jar = new Dependency(new DefaultArtifact(coordinates), JavaScopes.RUNTIME);
    try {
      return system
          .resolveDependencies(
              session,
              new DependencyRequest(
                  // Not as the root, whose optional dependencies would count.
                  new CollectRequest(List.of(jar), null, remotes),
                  DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME)))
          .getArtifactResults()
          .stream()
          .map(ArtifactResult::getArtifact)
          .filter(artifact -> artifact.getClassifier().isEmpty())
          .map(artifact -> new Jar(name(artifact), artifact.getFile().toPath()))
          .toList();
    } catch (DependencyResolutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static String name(Artifact artifact) {
    return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion();
  }

  /**
   * Why the first jar that is missing is missing; that no repository has it is a kind of its own.
   */
  private static IOException failure(ArtifactResolutionException failure) {
    String notFound = null;
    for (ArtifactResult result : failure.getResults()) {
      for (Exception each : result.isResolved() ? List.<Exception>of() : result.getExceptions()) {
        if (each instanceof ArtifactNotFoundException) {
          notFound = notFound == null ? each.getMessage() : notFound;
        } else if (each instanceof ArtifactTransferException) {
          // A repository that does not answer matters more than others which do not have the jar.
          return new IOException(each.getMessage(), failure);
        }
      }
    }
    return notFound == null
        ? new IOException(failure.getMessage(), failure)
        : new FileNotFoundException(notFound);
  }

  /** What the active profiles name, and what the super POM does where they name no other. */
  private static List<RemoteRepository> configured(Settings settings) {
    Map<String, RemoteRepository> repositories = new LinkedHashMap<>();
    for (var profile : UserSettings.activeProfiles(settings)) {
      for (var each : profile.getRepositories()) {
        if (each.getReleases() == null || each.getReleases().isEnabled()) {
          repositories.putIfAbsent(each.getId(), remote(each.getId(), each.getUrl()));
        }
      }
    }
    for (var each : new DefaultRepositories().get().getSuperModel("4.0.0").getRepositories()) {
      repositories.putIfAbsent(each.getId(), remote(each.getId(), each.getUrl()));
    }
    return List.copyOf(repositories.values());
  }

  private static RemoteRepository remote(String id, String url) {
    return new RemoteRepository.Builder(id, "default", url)
        .setPolicy(new RepositoryPolicy(true, NEVER, RepositoryPolicy.CHECKSUM_POLICY_FAIL))
        .build();
  }

  /** Opens up the part of Maven's model that names its default repository. */
  private static final class DefaultRepositories extends DefaultModelBuilderFactory {
    SuperPomProvider get() {
      return newSuperPomProvider();
    }
  }

  @Override
  public void close() {
    system.shutdown();
  }
}
