// What adapters in Node share: lines of JSON in, lines of JSON out.
import { createInterface } from 'node:readline';

/** An error that says what an answer is to say: aborted, rejected, unknown or unsupported. */
export class Told extends Error {
  constructor(word, reason) {
    super(reason);
    this.word = word;
  }
}

/**
 * Answers each request by what `operate(request)` returns or throws. Requests of one session come
 * one after another, so that none has to wait here.
 */
export async function serve(operate) {
  const answer = (id, word, value) => process.stdout.write(JSON.stringify({ id, [word]: value ?? null }) + '\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    operate(request).then(
      value => answer(request.id, 'ok', value),
      error => answer(request.id, error.word ?? (request.commit ? 'unknown' : 'rejected'), error.message));
  }
  process.exit(0);
}
