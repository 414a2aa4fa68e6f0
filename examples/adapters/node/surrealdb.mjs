// An adapter for SurrealDB embedded in Node, with its interactive transactions.
//
//     cd examples/adapters/node && npm install
//     isogauge test 'exec:node examples/adapters/node/surrealdb.mjs'
//
// The setting path names a directory for SurrealKV; without it the database is in memory.
import { Surreal } from 'surrealdb';
import { createNodeEngines } from '@surrealdb/node';
import { serve, Told } from './lines.mjs';

const transactions = new Map();
let database;
let address;

async function open() {
  database ??= (async () => {
    const db = new Surreal({ engines: createNodeEngines() });
    await db.connect(address);
    await db.use({ namespace: 'isogauge', database: 'isogauge' });
    await db.query('DEFINE TABLE IF NOT EXISTS kv SCHEMALESS');
    return db;
  })();
  return database;
}

const value = async (tx, key) =>
  (await tx.query('SELECT VALUE value FROM ONLY type::record("kv", $key)', { key }))[0] ?? null;

const put = (tx, key, now) =>
  tx.query('UPSERT type::record("kv", $key) SET value = $now', { key, now });

async function step(tx, request) {
  if (request.read !== undefined) return value(tx, request.read);
  if (request.write) return void (await put(tx, ...request.write));
  if (request.append) {
    const [key, element] = request.append;
    return void (await put(tx, key, [...((await value(tx, key)) ?? []), element]));
  }
  if (request.delete !== undefined) {
    return void (await tx.query('DELETE type::record("kv", $key)', { key: request.delete }));
  }
  if (request.scan) {
    const [rows] = await tx.query(
      'SELECT record::id(id) AS key, value FROM kv WHERE type::is_int(value) AND value >= $from'
        + ' AND value <= $to', request.scan);
    return rows.map(row => [row.key, row.value]);
  }
  throw new Told('unsupported');
}

const isConflict = error => /conflict|retried|retry/i.test(error.message);

serve(async request => {
  if (request.hello) {
    const path = request.hello.settings.path;
    address = path ? `surrealkv://${path}` : 'mem://';
    return {
      name: 'SurrealDB 3.0.3',
      levels: [{ name: 'snapshot', claims: ['snapshot-isolation'] }],
      can: ['read', 'write', 'delete', 'append', 'scan'],
      waits: false,
    };
  }
  const db = await open();
  if (request.setup) return void (await db.query('DELETE kv'));
  if (request.open || request.teardown) return null;
  if (request.begin) {
    if (request.begin.level !== 'snapshot') throw new Told('unsupported');
    return void transactions.set(request.session, await db.beginTransaction());
  }
  const tx = transactions.get(request.session);
  if (request.commit || request.rollback || request.close) {
    transactions.delete(request.session);
    try {
      if (tx) await (request.commit ? tx.commit() : tx.cancel());
    } catch (error) {
      throw request.commit && isConflict(error) ? new Told('aborted', error.message) : error;
    }
    return null;
  }
  if (!tx) throw new Told('unsupported');
  try {
    return await step(tx, request);
  } catch (error) {
    if (error instanceof Told) throw error;
    transactions.delete(request.session);
    await tx.cancel().catch(() => {});
    throw new Told('aborted', error.message);
  }
});
