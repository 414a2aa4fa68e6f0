// Asking the service. Where it wants a token the page asks for that first and keeps it for this tab only: in the address it
// would end up in logs, and a header is what EventSource cannot send.

import { h } from "./dom.js";
import { panel } from "./widgets.js";

const TOKEN = "isogauge-token";

export class TokenNeeded extends Error {}

function knownToken() {
  try {
    return sessionStorage.getItem(TOKEN);
  } catch (e) {
    return null;
  }
}

export function keepToken(token) {
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch (e) {
    // Storage is switched off: it is asked for again after a reload.
  }
  givenToken = token;
}

export let givenToken = knownToken();

/** An answer, whatever its status but 401. Addresses are relative, since a proxy may add a path in front. */
async function request(path, signal) {
  const answer = await fetch(path, { headers: givenToken ? { Authorization: "Bearer " + givenToken } : {}, cache: "no-store", credentials: "omit", redirect: "error", signal });
  if (answer.status === 401) {
    throw new TokenNeeded();
  }
  return answer;
}

export async function ask(path) {
  const answer = await request(path);
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(body.message);
  }
  return body;
}

/** Events after a number, until the connection ends; calls back with those that arrive together. */
export async function readStream(since, opened, receive, signal) {
  const answer = await request("violations/stream?since=" + since, signal);
  if (!answer.ok) {
    throw new Error((await answer.json()).message);
  }
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    const events = parts.map((part) => part.split("\n").find((line) => line.startsWith("data: "))).filter((line) => line).map((line) => JSON.parse(line.slice(6)));
    if (events.length > 0) {
      receive(events);
    }
  }
}

export function tokenForm(refused, entered) {
  const input = h("input", { type: "password", name: "token", autocomplete: "off", required: true, "aria-describedby": "token-hint" });
  return h("main", { id: "main" }, h("h1", { tabindex: -1 }, "This service asks for its token"),
    panel("Token", "", "token",
      h("form", { class: "filters", submit: (event) => { event.preventDefault(); if (input.value.trim()) { entered(input.value.trim()); } } },
        h("label", {}, "Token", input), h("button", { type: "submit" }, "Show")),
      h("p", { class: "hint", id: "token-hint", role: "status" }, refused ? "The service refused this token. " : "", "It is what the service was started with (--token or ISOGAUGE_TOKEN), and is kept for this tab only.")));
}
