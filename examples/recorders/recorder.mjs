// Records transactions for `isogauge check`: copy this file into your program.
//
//   const recorder = new Recorder("run.jsonl", 0);
//   const transaction = recorder.begin("worker-1");
//   try {
//     transaction.read("x", 0);
//     transaction.write("x", recorder.unique());
//     transaction.committing();
//     await connection.query("COMMIT");
//     transaction.committed();
//   } finally {
//     transaction.leave(); // aborted, or indeterminate if the commit was sent
//   }
//
// Call aborted() if the database says that the commit rolled back.

import { closeSync, ftruncateSync, openSync, realpathSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOM = 100; // in the first line, to say that the recording ended early
const END = 20; // for the time of the end, in a line that is written before the commit is sent

// A file. Keys are integers or strings; values are those or null, and lists are read as lists.
export class Recorder {
  #file;
  #origin = process.hrtime.bigint();
  #sessions = new Set();
  #end = 0;
  #unique = 0;
  #place;
  failure = null; // why nothing more is recorded; the program goes on

  constructor(path, initial = null) {
    this.#file = openSync(path, "w");
    const first = `{"default":${text(value(initial))}`;
    this.#place = Buffer.byteLength(first);
    this.write(0, `${first}${" ".repeat(ROOM)}}\n`);
    if (this.failure) throw this.failure;
  }

  // What a key holds before the first transaction.
  initial(key, content) {
    this.append(`{"init":[[${text(keyOf(key))},${text(value(content))}]]}`);
  }

  // A value that was not written before.
  unique() {
    return ++this.#unique;
  }

  // Begins a transaction, before its first statement is sent. A retry is another one.
  begin(session) {
    if (this.#sessions.has(session)) {
      throw new RangeError(`session ${session} has a transaction under way`);
    }
    this.#sessions.add(session);
    return new Transaction(this, session, this.now());
  }

  close() {
    closeSync(this.#file);
  }

  now() {
    return process.hrtime.bigint() - this.#origin;
  }

  leave(session) {
    this.#sessions.delete(session);
  }

  append(line, room = 0) {
    const place = this.#end;
    this.write(place, `${line}${" ".repeat(room)}\n`);
    return place;
  }

  write(place, line) {
    if (this.failure) return;
    const bytes = Buffer.from(line, "utf8");
    try {
      if (writeSync(this.#file, bytes, 0, bytes.length, place) < bytes.length) {
        throw new Error("no room is left");
      }
      this.#end = Math.max(this.#end, place + bytes.length);
    } catch (e) {
      this.failure = e;
      this.#sayEnded(place);
    }
  }

  #sayEnded(place) {
    try {
      if (place === this.#end) ftruncateSync(this.#file, place);
      const reason = String(this.failure.message).replace(/[^ -~]|["\\]/g, "?").slice(0, ROOM - 12);
      writeSync(this.#file, `,"ended":"${reason}"`, this.#place);
    } catch {
      // Then nothing can be said.
    }
  }
}

// What one transaction did, in program order, as the database answered.
class Transaction {
  #recorder;
  #session;
  #begin;
  #operations = [];
  #writes = false;
  #isSent = false;
  #outcome = null;
  #stored = null; // place and length of the line that is in the file already

  constructor(recorder, session, begin) {
    this.#recorder = recorder;
    this.#session = session;
    this.#begin = begin;
  }

  // A read; null for an object that does not exist, a list for a list.
  read(key, seen) {
    const content = Array.isArray(seen) ? seen.map(value) : value(seen);
    this.#add(["r", keyOf(key), content], false);
  }

  // A write of a value that no other transaction writes to the key. Null deletes.
  write(key, content) {
    this.#add(content === null ? ["d", keyOf(key)] : ["w", keyOf(key), value(content)], true);
  }

  // An append to a list.
  append(key, element) {
    this.#add(["a", keyOf(key), value(element)], true);
  }

  // The commit is about to be sent: from now on its outcome may be unknown.
  committing() {
    this.#requireOpen();
    this.#isSent = true;
    if (this.#writes) {
      const line = this.#line("indeterminate", null);
      const length = Buffer.byteLength(line) + END;
      this.#stored = { place: this.#recorder.append(line, END), length };
    }
  }

  // The database says so.
  committed() {
    if (!this.#isSent) throw new RangeError("call committing() before the commit is sent");
    this.#ended("committed");
  }

  // The database says that nothing of it happened, or its commit was never sent.
  aborted() {
    this.#ended("aborted");
  }

  // Ends it if it has not ended.
  leave() {
    if (!this.#outcome) this.#ended(this.#isSent ? "indeterminate" : "aborted");
  }

  #add(operation, isWrite) {
    this.#requireOpen();
    if (this.#isSent) throw new RangeError("the commit was sent before");
    this.#operations.push(operation);
    this.#writes ||= isWrite;
  }

  #requireOpen() {
    if (this.#outcome) throw new RangeError("the transaction has ended; a retry is another one");
  }

  #line(outcome, end) {
    const times = `[${this.#begin},${end}]`;
    const operations = text(this.#operations);
    return `{"session":${text(this.#session)},"ops":${operations},"rt":${times},"outcome":"${outcome}"}`;
  }

  #ended(outcome) {
    this.#requireOpen();
    this.#outcome = outcome;
    this.#recorder.leave(this.#session);
    const line = this.#line(outcome, outcome === "indeterminate" ? null : this.#recorder.now());
    if (this.#stored) {
      const room = this.#stored.length - Buffer.byteLength(line);
      this.#recorder.write(this.#stored.place, line + " ".repeat(room));
    } else {
      this.#recorder.append(line);
    }
  }
}

// JSON, also of integers that a number of JavaScript cannot hold.
function text(content) {
  if (Array.isArray(content)) return `[${content.map(text).join(",")}]`;
  return typeof content === "bigint" ? String(content) : JSON.stringify(content);
}

function keyOf(key) {
  if (typeof key !== "string" && typeof key !== "bigint" && !Number.isSafeInteger(key)) {
    throw new RangeError(`found the key ${key}; expected an integer or a string`);
  }
  return key;
}

function value(content) {
  return content === null ? null : keyOf(content);
}

// Obeys one line of the test of all recorders: a word and arguments between tabs.
function play(recorder, command, transactions) {
  const [name, ...given] = command.split("\t");
  const rest = given.map((argument) => {
    if (argument === "null") return null;
    if (argument.startsWith("text:")) return argument.slice(5);
    return /^-?\d+$/.test(argument) ? BigInt(argument) : argument;
  });
  if (name === "begin") transactions.set(rest[0], recorder.begin(rest[1]));
  else if (name === "initial") recorder.initial(...rest);
  else transactions.get(rest[0])[name](...rest.slice(1));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const recorder = new Recorder(process.argv[2], 0);
  const transactions = new Map();
  for await (const command of createInterface({ input: process.stdin })) {
    try {
      play(recorder, command, transactions);
      console.log(recorder.failure ? "failed" : "ok");
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
      console.log(`error: ${e.message}`);
    }
  }
  recorder.close();
}
