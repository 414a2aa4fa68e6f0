package dev.isogauge.collect.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import java.net.URL;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;

/** With RocksDB's classes, which are on the class path of tests only. */
class AdapterLoaderTest {
  private static final String ENGINE = "dev.isogauge.collect.rocksdb.engine";
  private static final URL JAR = RocksDB.class.getProtectionDomain().getCodeSource().getLocation();

  @Test
  void thePackageIsDefinedAgainAndSeesTheJar() throws Exception {
    try (AdapterLoader loader = new AdapterLoader(ENGINE, JAR)) {
      Class<?> store = loader.loadClass(ENGINE + ".RocksDbStore");
      assertThat(store.getClassLoader()).isSameAs(loader);
      assertThat(store.getDeclaredField("store").getType().getClassLoader()).isSameAs(loader);
      assertThat(KeyValueDatabase.Store.class).isAssignableFrom(store);
    }
  }

  @Test
  void theRestIsTheSameAsElsewhere() throws Exception {
    try (AdapterLoader loader = new AdapterLoader(ENGINE, JAR)) {
      assertThat(loader.loadClass(KeyValueDatabase.class.getName()))
          .isSameAs(KeyValueDatabase.class);
      assertThatThrownBy(() -> loader.loadClass(ENGINE + ".Nothing"))
          .isInstanceOf(ClassNotFoundException.class);
    }
  }
}
