package dev.isogauge.recorder.spring;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Makes the data sources of every test's application context recordable. Spring finds it by {@code
 * META-INF/spring.factories}; applications outside tests are left alone.
 */
public final class RecordingContexts implements ContextCustomizerFactory {
  /** A factory; Spring makes it: {@code new RecordingContexts()}. */
  public RecordingContexts() {}

  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> test, List<ContextConfigurationAttributes> attributes) {
    return new Customizer();
  }

  /** All are equal, so that tests go on sharing their contexts. */
  private record Customizer() implements ContextCustomizer {
    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      context.getBeanFactory().addBeanPostProcessor(new Wrapping());
    }
  }

  private static final class Wrapping implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return bean instanceof DataSource source && !(bean instanceof RecordableDataSource)
          ? new RecordableDataSource(source)
          : bean;
    }
  }
}
