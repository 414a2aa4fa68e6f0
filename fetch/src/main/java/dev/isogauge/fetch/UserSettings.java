package dev.isogauge.fetch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/**
 * Maven's settings as Maven reads them: the installation's file and the user's, with variables
 * filled in and passwords decrypted.
 */
final class UserSettings {
  private UserSettings() {}

  /**
   * The settings of these files; a file that does not exist is an empty one.
   *
   * @param master the file that holds the master password of encrypted passwords
   */
  static Settings read(Path user, Path global, Path master) throws IOException {
    DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
    request.setUserSettingsFile(user.toFile());
    request.setGlobalSettingsFile(global.toFile());
    request.setSystemProperties(systemProperties());
    try {
      Settings settings =
          new DefaultSettingsBuilderFactory().newInstance().build(request).getEffectiveSettings();
      decrypt(settings, master);
      return settings;
    } catch (SettingsBuildingException e) {
      SettingsProblem problem = e.getProblems().get(0);
      throw new IOException(
          "cannot read " + problem.getLocation() + ": " + problem.getMessage(), e);
    }
  }

  private static Properties systemProperties() {
    Properties properties = new Properties();
    System.getenv().forEach((name, value) -> properties.setProperty("env." + name, value));
    properties.putAll(System.getProperties());
    return properties;
  }

  private static void decrypt(Settings settings, Path master) throws IOException {
    SettingsDecryptionResult decrypted =
        new DefaultSettingsDecrypter(
                new DefaultSecDispatcher(new DefaultPlexusCipher(), Map.of(), master.toString()))
            .decrypt(new DefaultSettingsDecryptionRequest(settings));
    for (SettingsProblem problem : decrypted.getProblems()) {
      throw new IOException(
          problem.getMessage() + "; expected the master password in " + master,
          problem.getException());
    }
    settings.setServers(decrypted.getServers());
    settings.setProxies(decrypted.getProxies());
  }

  /** The profiles that {@code activeProfiles} names, or else those that are active by default. */
  static List<Profile> activeProfiles(Settings settings) {
    List<Profile> named =
        settings.getProfiles().stream()
            .filter(profile -> settings.getActiveProfiles().contains(profile.getId()))
            .toList();
    return named.isEmpty()
        ? settings.getProfiles().stream()
            .filter(profile -> profile.getActivation() != null)
            .filter(profile -> profile.getActivation().isActiveByDefault())
            .toList()
        : named;
  }
}
