// An adapter for Turso with MVCC, in Node.
//
//     cd examples/adapters/node && npm install
//     isogauge test 'exec:node examples/adapters/node/turso.mjs' --set path=/tmp/turso.db
//
// BEGIN CONCURRENT gives each connection a snapshot; a conflict aborts the later writer.
import { connect } from '@tursodatabase/database';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, Told } from './lines.mjs';

const version = JSON.parse(
  readFileSync(new URL('node_modules/@tursodatabase/database/package.json', import.meta.url))).version;
const sessions = new Map();
let path;

async function open() {
  const db = await connect(path);
  await db.exec("PRAGMA journal_mode = 'mvcc'");
  return { db, active: false };
}

const value = async (db, key) => {
  const row = await db.prepare('SELECT value FROM kv WHERE key = ?').get(key);
  return row === undefined ? null : JSON.parse(row.value);
};

const put = (db, key, now) =>
  db.prepare('INSERT INTO kv VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    .run(key, JSON.stringify(now));

async function step(db, request) {
  if (request.read !== undefined) return value(db, request.read);
  if (request.write) return void (await put(db, ...request.write));
  if (request.append) {
    const [key, element] = request.append;
    return void (await put(db, key, [...((await value(db, key)) ?? []), element]));
  }
  if (request.delete !== undefined) {
    return void (await db.prepare('DELETE FROM kv WHERE key = ?').run(request.delete));
  }
  if (request.scan) {
    const rows = await db.prepare('SELECT key, value FROM kv').all();
    return rows.map(row => [row.key, JSON.parse(row.value)])
      .filter(([, v]) => Number.isInteger(v) && request.scan.from <= v && v <= request.scan.to);
  }
  throw new Told('unsupported');
}

/** Ends the transaction after a conflict; says what the error means. */
async function told(session, error, committing) {
  session.active = false;
  await session.db.exec('ROLLBACK').catch(() => {});
  const conflict = /conflict|busy|locked|snapshot/i.test(error.message);
  return new Told(conflict ? 'aborted' : committing ? 'unknown' : 'aborted', error.message);
}

serve(async request => {
  if (request.hello) {
    path = request.hello.settings.path ?? join(mkdtempSync(join(tmpdir(), 'turso-')), 'test.db');
    return {
      name: `Turso ${version}`,
      levels: [{ name: 'snapshot', claims: ['snapshot-isolation'] }],
      can: ['read', 'write', 'delete', 'append', 'scan'],
    };
  }
  if (request.setup) {
    const { db } = await open();
    await db.exec('CREATE TABLE IF NOT EXISTS kv (key TEXT PRIMARY KEY, value TEXT)');
    await db.exec('DELETE FROM kv');
    return void (await db.close());
  }
  if (request.teardown) return null;
  let session = sessions.get(request.session);
  if (!session) sessions.set(request.session, (session = await open()));
  if (request.open) return null;
  if (request.begin) {
    if (request.begin.level !== 'snapshot') throw new Told('unsupported');
    await session.db.exec('BEGIN CONCURRENT');
    session.active = true;
  } else if (request.commit || request.rollback || request.close) {
    try {
      if (session.active) await session.db.exec(request.commit ? 'COMMIT' : 'ROLLBACK');
      session.active = false;
    } catch (error) {
      throw await told(session, error, true);
    }
    if (request.close) {
      sessions.delete(request.session);
      await session.db.close();
    }
  } else {
    try {
      return await step(session.db, request);
    } catch (error) {
      throw error instanceof Told ? error : await told(session, error, false);
    }
  }
});
