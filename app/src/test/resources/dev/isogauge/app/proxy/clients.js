// What Node programs do with pg: texts, parameters, named statements, cursors.
// Run as clients.js URL SCENARIO: serial, lost-update, write-skew or phantom.
const { createRequire } = require('node:module');
const local = createRequire(process.cwd() + '/');
const { Client } = local('pg');
const Cursor = local('pg-cursor');
const [url, scenario] = process.argv.slice(2);

async function connect() {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function serial() {
  const client = await connect();
  for (let i = 0; i < 5; i++) {
    await client.query('SELECT balance FROM accounts WHERE id = $1', [i % 4 + 1]);
    await client.query({
      name: 'pay', text: 'UPDATE accounts SET balance = balance - $1 WHERE id = $2', values: [i, 2],
    });
  }
  await client.query('SELECT sum(balance) FROM accounts; DELETE FROM items WHERE v = 4');
  await client.query('BEGIN');
  await client.query('INSERT INTO items (account, v) VALUES ($1, $2) RETURNING id', [3, 5]);
  const cursor = client.query(new Cursor('SELECT * FROM accounts WHERE balance > $1', [0]));
  await cursor.read(2);
  await cursor.read(2);
  await cursor.close();
  await client.query('COMMIT');
  await client.query('SELECT nonsense FROM accounts').then(
    () => { throw new Error('it should fail'); }, () => {});
  await client.query('SELECT * FROM accounts');
  await client.end();
}

async function concurrently(level, read, write, values) {
  const clients = [await connect(), await connect()];
  for (const client of clients) {
    await client.query('BEGIN ISOLATION LEVEL ' + level);
    await client.query(read);
  }
  for (const [i, client] of clients.entries()) {
    await client.query(write, values[i]);
    await client.query('COMMIT');
    await client.end();
  }
}

const scenarios = {
  serial,
  'lost-update': () => concurrently('READ COMMITTED',
    'SELECT balance FROM accounts WHERE id = 1',
    'UPDATE accounts SET balance = $1 WHERE id = 1', [[90], [80]]),
  'write-skew': () => concurrently('REPEATABLE READ',
    'SELECT id, balance FROM accounts WHERE id IN (1, 2)',
    'UPDATE accounts SET balance = 0 WHERE id = $1', [[1], [2]]),
  phantom: () => concurrently('REPEATABLE READ',
    'SELECT count(*) FROM items WHERE account = 1',
    'INSERT INTO items (account, v) VALUES (1, $1)', [[1], [2]]),
};
scenarios[scenario]().catch((e) => { console.error(e); process.exit(1); });
