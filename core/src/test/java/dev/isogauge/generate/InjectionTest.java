package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class InjectionTest {
  @Test
  void readsTitlesAndLetters() {
    assertThat(Injection.parse("FracturedRead=3"))
        .isEqualTo(new Injection(AnomalyKind.FRACTURED_READ, 3));
    assertThat(Injection.parse("fracturedread"))
        .isEqualTo(new Injection(AnomalyKind.FRACTURED_READ, 1));
    assertThat(Injection.parse("l = 2"))
        .isEqualTo(new Injection(AnomalyKind.FRACTURED_READ_BY_COMMIT_ORDER, 2));
    assertThat(Injection.parse("tap-I=0"))
        .isEqualTo(new Injection(AnomalyKind.NON_MONOTONIC_READ_BY_COMMIT_ORDER, 0));
    assertThat(Injection.parse("NonMonotonicRead=1").kind())
        .isEqualTo(AnomalyKind.NON_MONOTONIC_READ);
  }

  @Test
  void namesTheNearestKind() {
    assertThatThrownBy(() -> Injection.parse("FractredRead=3"))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessageStartingWith("inject names 'FractredRead'; did you mean 'FracturedRead'?");
    assertThatThrownBy(() -> Injection.parse("thinair=3"))
        .hasMessageContaining("did you mean 'ThinAirRead'?");
    assertThatThrownBy(() -> Injection.parse("CommitOrderCycle=3"))
        .isInstanceOf(InvalidWorkloadException.class);
  }

  @Test
  void refusesCountsThatAreNone() {
    assertThatThrownBy(() -> Injection.parse("k=many"))
        .hasMessage("inject k is 'many'; expected a number from 0 to 1000000");
    assertThatThrownBy(() -> Injection.parse("k="))
        .hasMessage("inject k is ''; expected a number from 0 to 1000000");
    assertThatThrownBy(() -> Injection.parse("k=-1"))
        .hasMessage("inject FracturedRead is -1; expected 0 to 1000000");
  }

  @Test
  void refusesKindsWithoutPattern() {
    assertThatThrownBy(() -> new Injection(AnomalyKind.DUPLICATE_WRITE, 1))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessageStartingWith("inject cannot plant DuplicateWrite; expected one of");
  }

  @Test
  void writesTheGroundTruth() throws IOException {
    WorkloadSpec spec = WorkloadSpec.DEFAULT.withSessions(2).withTransactions(1);
    GeneratedHistory generated =
        HistoryGenerator.generate(
            spec, List.of(Injection.parse("ThinAirRead=1"), Injection.parse("l=1")));
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    GroundTruth.write(generated, output);
    assertThat(output.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"plant":1,"kind":"ThinAirRead","letter":"TAP-a","key":"1000","reader":"1",\
            "readFrom":null,"transactions":["1"]}
            {"plant":2,"kind":"FracturedRead","letter":"TAP-l","key":"1001","reader":"4",\
            "readFrom":"2","transactions":["2","3","4","5"]}
            {"plant":2,"kind":"FracturedRead","letter":"TAP-l","key":"1001","reader":"5",\
            "readFrom":"3","transactions":["2","3","4","5"]}
            """);
    output.reset();
    GroundTruth.write(new GeneratedHistory(generated.history(), List.of()), output);
    assertThat(output.size()).isZero();
  }
}
