package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.recover.TiDbVersions.Version;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What TiDB's HTTP interface says of a row, in the form that its manual describes. */
class TiDbVersionsTest {
  @Test
  void versionsFollowOneAnotherByCommit() throws Exception {
    assertThat(
            TiDbVersions.parse(
                """
                {"key": "7480000000000000625F728000000000000001",
                 "info": {"writes": [
                   {"type": 1, "start_ts": 30, "commit_ts": 36},
                   {"type": 3, "start_ts": 33, "commit_ts": 33},
                   {"type": 2, "start_ts": 22, "commit_ts": 29},
                   {"start_ts": 20, "commit_ts": 21, "short_value": "gAABAAAAAgEAFA=="},
                   {"start_ts": 10, "commit_ts": 25, "short_value": "gAABAAAAAgEACg=="}]},
                 "data": {"20": {"id": "1", "val": "200"}, "10": {"val": "-7"}}}
                """))
        .containsExactly(
            new Version(20, 21, OptionalLong.of(200)),
            new Version(10, 25, OptionalLong.of(-7)),
            new Version(30, 36, OptionalLong.empty()));
  }

  @Test
  void aRowThatNeverWasHasNone() throws Exception {
    assertThat(TiDbVersions.parse("{\"key\":\"74\",\"region_id\":2,\"value\":{\"info\":{}}}"))
        .isEmpty();
  }

  @Test
  void whatCannotBeDecodedIsNotGuessedAt() {
    assertThatThrownBy(() -> TiDbVersions.parse("{\"decode_error\":\"bad row\"}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bad row");
  }
}
