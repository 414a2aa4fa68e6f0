/**
 * Runs workloads on real databases and records what their sessions see. Start with {@link
 * dev.isogauge.collect.catalog.Databases}.
 */
module dev.isogauge.collect {
  requires com.fasterxml.jackson.core;
  requires it.unimi.dsi.fastutil.core;
  requires java.net.http;
  requires transitive java.sql;
  requires transitive dev.isogauge.core;
  requires transitive dev.isogauge.recorder;
  requires static rocksdbjni;

  uses dev.isogauge.collect.DatabaseProvider;

  provides dev.isogauge.collect.DatabaseProvider with
      dev.isogauge.collect.postgres.Postgres,
      dev.isogauge.collect.h2.H2,
      dev.isogauge.collect.hsqldb.Hsqldb,
      dev.isogauge.collect.derby.Derby,
      dev.isogauge.collect.sqlite.Sqlite,
      dev.isogauge.collect.duckdb.DuckDb,
      dev.isogauge.collect.firebird.Firebird,
      dev.isogauge.collect.mysql.MySql,
      dev.isogauge.collect.mysql.MariaDb,
      dev.isogauge.collect.rocksdb.RocksDb,
      dev.isogauge.collect.etcd.Etcd,
      dev.isogauge.collect.mysql.Galera,
      dev.isogauge.collect.mysql.MySqlGroup,
      dev.isogauge.collect.jvm.ZooKeeper,
      dev.isogauge.collect.jvm.Hazelcast,
      dev.isogauge.collect.jvm.Infinispan,
      dev.isogauge.collect.jvm.Ignite,
      dev.isogauge.collect.jvm.Cassandra,
      dev.isogauge.collect.mysql.TiDb,
      dev.isogauge.collect.postgres.UsersPostgres,
      dev.isogauge.collect.mysql.UsersMySql,
      dev.isogauge.collect.adapter.AdapterProvider,
      dev.isogauge.collect.other.OtherDatabase;

  exports dev.isogauge.collect;
  exports dev.isogauge.collect.catalog;
  exports dev.isogauge.collect.adapter to
      dev.isogauge.app;
  exports dev.isogauge.collect.artifact to
      dev.isogauge.app;
  exports dev.isogauge.collect.fault to
      dev.isogauge.app;
  exports dev.isogauge.collect.process to
      dev.isogauge.app;
  exports dev.isogauge.collect.litmus to
      dev.isogauge.app;
  exports dev.isogauge.collect.record to
      dev.isogauge.app;
  exports dev.isogauge.collect.recover to
      dev.isogauge.app;
  exports dev.isogauge.collect.reproduce to
      dev.isogauge.app;
  exports dev.isogauge.collect.search to
      dev.isogauge.app;
  exports dev.isogauge.collect.run to
      dev.isogauge.app;
  exports dev.isogauge.collect.workload to
      dev.isogauge.app;
}
