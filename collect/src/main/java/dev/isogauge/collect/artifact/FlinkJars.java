package dev.isogauge.collect.artifact;

import java.util.ArrayList;
import java.util.List;

/** What a Flink cluster is made of, for Maven. */
public final class FlinkJars {
  private FlinkJars() {}

  /** Its own jars, and what its processes log by. */
  public static List<String> cluster() {
    List<String> jars = new ArrayList<>();
    for (String name : List.of("clients", "runtime-web", "connector-base", "connector-files")) {
      jars.add("org.apache.flink:flink-" + name + ":" + DefaultVersions.of("flink"));
    }
    jars.add("org.apache.logging.log4j:log4j-slf4j-impl:" + DefaultVersions.of("log4j"));
    return jars;
  }

  /** Where a cluster keeps state that is larger than memory. */
  public static String rocksDb() {
    return "org.apache.flink:flink-statebackend-rocksdb:" + DefaultVersions.of("flink");
  }
}
