package dev.isogauge.recorder.spring;

import dev.isogauge.recorder.jdbc.IsogaugeDriver;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/**
 * Names the driver of URLs that begin with {@code jdbc:isogauge:}, which Spring Boot does not know,
 * wherever the application names none. Spring Boot finds it by {@code META-INF/spring.factories}.
 */
public final class DriverOfUrl
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  private static final String DRIVER = ".driver-class-name";

  /** An initializer; Spring Boot makes it: {@code new DriverOfUrl()}. */
  public DriverOfUrl() {}

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    context.getEnvironment().getPropertySources().addLast(new Drivers(context.getEnvironment()));
  }

  private static final class Drivers extends PropertySource<String> {
    private final ConfigurableEnvironment environment;

    Drivers(ConfigurableEnvironment environment) {
      // An environment as what is behind it would be searched within itself, for ever.
      super("driver of isogauge", "URLs");
      this.environment = environment;
    }

    @Override
    public Object getProperty(String name) {
      if (!name.endsWith(DRIVER)) {
        return null;
      }
      String url =
          environment.getProperty(name.substring(0, name.length() - DRIVER.length()) + ".url", "");
      return url.startsWith("jdbc:isogauge:") ? IsogaugeDriver.class.getName() : null;
    }
  }
}
