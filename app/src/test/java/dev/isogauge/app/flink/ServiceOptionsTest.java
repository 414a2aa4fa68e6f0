package dev.isogauge.app.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceOptionsTest {
  private static final String APART = "-XX:CompileCommand=dontinline,";

  /** Java says nothing of a method that does not exist. */
  @Test
  void methodsCompiledApartExist() throws Exception {
    List<String> methods =
        LocalCluster.serviceOptions().stream()
            .filter(option -> option.startsWith(APART))
            .map(option -> option.substring(APART.length()))
            .toList();
    assertThat(methods).isNotEmpty().doesNotHaveDuplicates();
    for (String method : methods) {
      String[] parts = method.split("::", -1);
      assertThat(Arrays.stream(Class.forName(parts[0]).getDeclaredMethods()).map(Method::getName))
          .contains(parts[1]);
    }
  }
}
