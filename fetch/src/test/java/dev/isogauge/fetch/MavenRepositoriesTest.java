package dev.isogauge.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;

/** What settings say is done, on a repository of this machine. */
class MavenRepositoriesTest {
  private static final String THING = "org.example:thing:1.2";

  @TempDir Path directory;
  private TinyRepository repository;
  private final List<String> notices = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    repository =
        new TinyRepository().with(THING, "org.example:part:3", "org.example:extra:1:optional");
    repository.with("org.example:part:3");
  }

  @AfterEach
  void stop() {
    repository.close();
  }

  private Path downloads() {
    return directory.resolve("downloads");
  }

  private MavenRepositories with(String settings) throws IOException {
    Path user = directory.resolve("settings.xml");
    Files.writeString(user, "<settings>\n" + settings + "\n</settings>\n");
    return new MavenRepositories(
        new SettingsFiles(
            user,
            directory.resolve("none.xml"),
            directory.resolve("settings-security.xml"),
            directory.resolve("m2")),
        downloads(),
        notices::add);
  }

  private static String mirror(String url) {
    return "<mirrors><mirror><id>near</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>"
        .formatted(url);
  }

  private static String server(String more) {
    return "<servers><server><id>near</id>%s</server></servers>".formatted(more);
  }

  private void fetches(String settings) throws IOException {
    try (MavenRepositories repositories = with(settings)) {
      assertThat(repositories.jars(List.of(THING)))
          .singleElement()
          .satisfies(jar -> assertThat(jar).hasContent("jar of " + THING))
          .isEqualTo(downloads().resolve(TinyRepository.path(THING).substring(1) + ".jar"));
    }
  }

  private void fails(String settings, String... words) throws IOException {
    try (MavenRepositories repositories = with(settings)) {
      assertThatThrownBy(() -> repositories.jars(List.of(THING)))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(words);
    }
    assertThat(downloads().resolve(TinyRepository.path(THING).substring(1) + ".jar"))
        .doesNotExist();
  }

  @Test
  void withoutSettingsMavensDefaultIsAsked() throws IOException {
    try (MavenRepositories repositories = with("")) {
      assertThat(repositories.remotes())
          .extracting(RemoteRepository::getId)
          .containsExactly("central");
      assertThat(repositories.remotes().get(0).getProtocol()).isEqualTo("https");
    }
  }

  @Test
  void aMirrorIsAskedInstead() throws IOException {
    fetches(mirror(repository.url()));
    assertThat(notices).containsExactly("downloading thing-1.2.jar, 0.0 MB, from near");
    int asked = repository.requests().size();
    fetches(mirror(repository.url()));
    assertThat(repository.requests()).as("what is there is not fetched again").hasSize(asked);
  }

  @Test
  void ofARangeTheNewestIsFetched() throws IOException {
    repository.with("org.example:thing:16.2.0").with("org.example:thing:16.10.0");
    repository.file(
        "/org/example/thing/maven-metadata.xml",
        "<metadata><groupId>org.example</groupId><artifactId>thing</artifactId><versioning>"
            + "<versions><version>16.10.0</version><version>16.2.0</version>"
            + "<version>17.0.0-beta1</version><version>17.0.0</version></versions>"
            + "</versioning></metadata>");
    try (MavenRepositories repositories = with(mirror(repository.url()))) {
      assertThat(repositories.jars(List.of("org.example:thing:[16,16.999)")))
          .singleElement()
          .satisfies(jar -> assertThat(jar).hasContent("jar of org.example:thing:16.10.0"));
      assertThatThrownBy(() -> repositories.jars(List.of("org.example:thing:[18,18.999)")))
          .hasMessage("no repository has a version in [18,18.999)");
    }
  }

  @Test
  void theClosureLeavesOutWhatIsOptional() throws IOException {
    try (MavenRepositories repositories = with(mirror(repository.url()))) {
      assertThat(repositories.closure(THING))
          .extracting(MavenRepositories.Jar::coordinates)
          .containsExactly(THING, "org.example:part:3");
    }
  }

  @Test
  void aDirectoryCanBeAMirror() throws IOException {
    Path jar = directory.resolve("offline" + TinyRepository.path(THING) + ".jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "jar of " + THING);
    fetches(mirror(directory.resolve("offline").toUri().toString()));
  }

  @Test
  void aProfileNamesRepositories() throws IOException {
    String profile =
        "<profiles><profile><id>work</id><repositories><repository><id>central</id><url>%s</url>"
                .formatted(repository.url())
            + "</repository></repositories></profile></profiles>";
    fetches(profile + "<activeProfiles><activeProfile>work</activeProfile></activeProfiles>");
  }

  @Test
  void credentialsAreSent() throws IOException {
    repository.requiring("Authorization", TinyRepository.basic("me", "secret"));
    fails(mirror(repository.url()), "401");
    String login = "<username>me</username><password>secret</password>";
    fetches(mirror(repository.url()) + server(login));
  }

  @Test
  void encryptedPasswordsAreDecrypted() throws Exception {
    DefaultPlexusCipher cipher = new DefaultPlexusCipher();
    String login =
        server(
            "<username>me</username><password>%s</password>"
                .formatted(cipher.encryptAndDecorate("secret", "master")));
    repository.requiring("Authorization", TinyRepository.basic("me", "secret"));
    assertThatThrownBy(() -> with(mirror(repository.url()) + login))
        .hasMessageContaining("settings-security.xml");
    Files.writeString(
        directory.resolve("settings-security.xml"),
        "<settingsSecurity><master>%s</master></settingsSecurity>"
            .formatted(cipher.encryptAndDecorate("master", "settings.security")));
    fetches(mirror(repository.url()) + login);
  }

  @Test
  void headersAreSent() throws IOException {
    repository.requiring("X-Token", "t0ken");
    fetches(
        mirror(repository.url())
            + server(
                "<configuration><httpHeaders><property><name>X-Token</name><value>t0ken</value>"
                    + "</property></httpHeaders></configuration>"));
  }

  @Test
  void aProxyIsUsed() throws IOException {
    repository.requiring("Proxy-Authorization", TinyRepository.basic("me", "secret"));
    String proxy =
        "<proxies><proxy><id>p</id><protocol>http</protocol><host>127.0.0.1</host><port>%d</port>"
            .formatted(repository.port());
    String login = "<username>me</username><password>secret</password>";
    String far = mirror("http://far.invalid/");
    fails(far + proxy + "</proxy></proxies>", "407");
    fetches(far + proxy + login + "</proxy></proxies>");
    assertThat(repository.requests()).allMatch(uri -> uri.startsWith("http://far.invalid/"));
  }

  @Test
  void theLocalRepositoryOfTheSettingsIsLookedAt() throws IOException {
    Path jar = directory.resolve("mine" + TinyRepository.path(THING) + ".jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "x");
    String settings =
        "<localRepository>%s</localRepository>".formatted(directory.resolve("mine"))
            + mirror(repository.url());
    try (MavenRepositories repositories = with(settings)) {
      assertThat(repositories.jars(List.of(THING))).containsExactly(jar);
    }
    assertThat(repository.requests()).isEmpty();
  }

  @Test
  void offlineSettingsAreObeyed() throws IOException {
    fails("<offline>true</offline>" + mirror(repository.url()), "offline", "thing");
    assertThat(repository.requests()).isEmpty();
  }

  @Test
  void aRepositoryThatCannotBeReachedIsNamed() throws IOException {
    fails(mirror("http://127.0.0.1:1/"), "near", "http://127.0.0.1:1/", "refused");
    fails(mirror("http://far.invalid/"), "near", "far.invalid");
  }

  @Test
  void aJarThatDoesNotExistIsNamed() throws IOException {
    try (MavenRepositories repositories = with(mirror(repository.url()))) {
      assertThatThrownBy(() -> repositories.jars(List.of("org.example:thing:9")))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContainingAll("thing", "9", "near", repository.url());
    }
  }

  @Test
  void aJarThatIsNotWhatItsRepositorySaysIsRefused() throws IOException {
    repository.file(TinyRepository.path(THING) + ".jar.sha1", "0".repeat(40));
    fails(mirror(repository.url()), "Checksum validation failed");
  }

  @Test
  void settingsThatCannotBeReadAreNamed() {
    assertThatThrownBy(() -> with("<mirrors><mirror>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("settings.xml")
        .hasMessageContaining("line 3");
  }
}
