// The data of the page: the JSON report, as blocks of JSON in the document. A small index comes first; evidence follows
// in chunks, which are parsed when an anomaly of theirs is opened.

const CHUNK = 100;
const chunks = new Map();

export function block(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** Calls back once all of the document is there. */
export function whenComplete(action) {
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", action, { once: true });
  } else {
    action();
  }
}

/** The evidence of an anomaly by its place among all of the page. */
export function evidence(number) {
  const chunk = Math.floor(number / CHUNK);
  if (!chunks.has(chunk)) {
    chunks.set(chunk, block("chunk-" + chunk));
  }
  return chunks.get(chunk)[number % CHUNK];
}
