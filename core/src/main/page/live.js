// The page of a running service: counters, charts, the stream of findings, and the view of one of them. It is read-only.

import { AnomalyView } from "./anomaly.js";
import { TokenNeeded, ask, givenToken, keepToken, readStream, tokenForm } from "./ask.js";
import { Charts } from "./charts.js";
import { announce, count, h, shown } from "./dom.js";
import { Findings, MOST_FINDINGS, Search, findingTable } from "./findings.js";
import { thisPlace, topBar, walkByKeys } from "./frame.js";
import { panel } from "./widgets.js";

const LIVE_KEYS = [
  ["j, k", "next and previous finding"], ["↑, ↓", "steps of the argument"], ["Esc", "show all steps; close this"], ["/", "go to the search"], ["u", "up: back to the stream"],
];
const STATUS_MILLIS = 1000;
const SAMPLES_MILLIS = 5000;
const RETRY_MILLIS = 1000;
const LONGEST_RETRY_MILLIS = 10_000;

const COUNTERS = [
  ["transactions", "transactions"], ["judged", "judged"], ["violations", "violations that stand"], ["provisional", "provisional violations"], ["late", "late transactions"],
  ["flipFlops", "changed provisional verdicts"], ["unjudged", "parts not judged"], ["batches", "batches"],
];

const findings = new Findings(MOST_FINDINGS);
const charts = new Charts();
const search = new Search(failed);
let status = null;
let view = null;
let lastSeen = null;
let asksForToken = false;
const figures = h("dl", { class: "figures" });
const stateLine = h("p", { class: "answer", role: "status" });
const connection = h("p", { class: "incomplete", role: "status" });
const stream = h("div", { class: "stream" });

function drawStatus() {
  if (!status) {
    return;
  }
  stateLine.textContent = `Checking ${shown(status.level)} by ${status.order}. The service is ${shown(status.state)}.`;
  figures.replaceChildren(...COUNTERS.map(([field, words]) => h("div", { class: field === "violations" && status.violations > 0 ? "alarming" : "", "data-counter": field }, h("dt", {}, words), h("dd", {}, status[field].toLocaleString("en")))));
  document.title = (status.violations > 0 ? `(${status.violations.toLocaleString("en")}) ` : "") + "Live · Isogauge";
}

function drawStream() {
  const older = status ? status.events - findings.rows.size : 0;
  stream.replaceChildren(findings.rows.size === 0 ? h("p", {}, "Nothing was found so far.") : findingTable(findings),
    findings.rows.size >= MOST_FINDINGS && older > 0 ? h("p", { class: "hint" }, `The last ${MOST_FINDINGS} findings are shown; a search finds older ones.`) : "",
    status && status.countedOnly > 0 ? h("p", { class: "hint" }, count(status.countedOnly, "violation").replace("violation", "more violation") + " of keys that have many are counted only, without an event.") : "");
}

let drawing = false;

/** Many events that come together are drawn once. */
function drawSoon() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      const focused = document.activeElement && document.activeElement.matches(".stream a") ? document.activeElement.getAttribute("href") : null;
      drawStream();
      const again = focused && stream.querySelector(`a[href="${focused}"]`);
      if (again) {
        again.focus({ preventScroll: true });
      }
    });
  }
}

function failed(error) {
  if (error instanceof TokenNeeded) {
    needToken(Boolean(givenToken));
  }
}

function needToken(refused) {
  if (!asksForToken) {
    asksForToken = true;
    document.getElementById("app").replaceChildren(liveBar(null), tokenForm(refused, (token) => {
      keepToken(token);
      asksForToken = false;
      tokenEntered.forEach((wake) => wake());
      tokenEntered.length = 0;
      render();
    }));
    document.querySelector('input[name="token"]').focus();
  }
}

const tokenEntered = [];
const pause = (millis) => new Promise((wake) => { setTimeout(wake, millis); });

/** Does something again and again; where the service wants a token, waits for it. */
async function repeat(millis, action) {
  for (;;) {
    try {
      await action();
      await pause(millis);
    } catch (e) {
      failed(e);
      await (asksForToken ? new Promise((wake) => { tokenEntered.push(wake); }) : pause(millis));
    }
  }
}

async function askStatus() {
  try {
    const answer = await ask("status");
    status = answer;
    connection.textContent = "";
  } catch (e) {
    if (!(e instanceof TokenNeeded)) {
      connection.textContent = "The service does not answer; the page tries again. Numbers are those of the last answer.";
    }
    throw e;
  }
  drawStatus();
  charts.draw({ time: Date.now() + clockSkew, transactions: status.transactions, provisional: status.provisional, violations: status.violations, memoryBytes: status.memoryBytes, lag: Math.max(0, status.transactions - status.judged) });
}

/** How far the service's clock is ahead of this one. */
let clockSkew = 0;

async function askSamples() {
  const answer = await ask("samples?since=" + charts.newest);
  clockSkew = answer.now - Date.now();
  charts.add(answer);
}

let retry = RETRY_MILLIS;

/** Goes on after the last event that was seen, so that a broken connection loses none. */
async function follow() {
  if (lastSeen === null || (status && status.events < lastSeen)) {
    const { events } = await ask("status");
    if (lastSeen !== null) {
      findings.rows.clear(); // Another run has begun behind this address.
    }
    lastSeen = Math.max(0, events - 2 * MOST_FINDINGS);
  }
  try {
    await readStream(lastSeen, () => { retry = RETRY_MILLIS; drawSoon(); }, (events) => {
      findings.add(events);
      lastSeen = events[events.length - 1].seq;
      drawSoon();
    });
  } catch (e) {
    if (e instanceof TokenNeeded) {
      throw e;
    }
  }
  await pause(retry);
  retry = Math.min(LONGEST_RETRY_MILLIS, retry * 2);
}

function liveBar(event) {
  return event === null ? topBar([thisPlace("Live")], null) : topBar([h("a", { href: "#" }, "Live"), thisPlace("Event " + event)], walk);
}

function overview() {
  return h("main", { id: "main" },
    h("h1", { tabindex: -1 }, "Live"), stateLine, connection,
    panel("Counters", "since the run began", "counters", figures),
    panel("The last hour", "since this process began", "hour", charts.element),
    panel("Search", "all events of the log", "search", search.element),
    panel("Findings", "newest first; what was withdrawn is struck through", "stream-panel", stream));
}

/** The event that the address names. */
function shownEvent() {
  const match = /^#e(\d{1,15})$/u.exec(location.hash);
  return match ? Number(match[1]) : null;
}

function render() {
  if (asksForToken) {
    return;
  }
  const event = shownEvent();
  view = null;
  const app = document.getElementById("app");
  if (event === null) {
    app.replaceChildren(liveBar(null), overview());
    drawStatus();
    drawStream();
  } else {
    const main = h("main", { id: "main" }, h("h1", { tabindex: -1 }, "Event " + event), h("p", { role: "status" }, "Asking the service …"));
    app.replaceChildren(liveBar(event), main);
    showEvidence(event, main);
  }
  window.scrollTo(0, 0);
}

async function showEvidence(event, main) {
  try {
    const answer = await ask("evidence?event=" + event);
    if (shownEvent() !== event) {
      return;
    }
    view = new AnomalyView({ live: true }, answer.anomaly, null);
    main.replaceChildren(
      answer.withdrawnBy ? h("p", { class: "answer withdrawn-note" }, "This finding was withdrawn, by ", h("a", { href: "#e" + answer.withdrawnBy }, "event " + answer.withdrawnBy), ".") : "",
      answer.withdraws ? h("p", { class: "answer withdrawn-note" }, "This withdraws ", h("a", { href: "#e" + answer.withdraws }, "event " + answer.withdraws), ".") : "",
      view.element);
    const heading = document.querySelector("h1");
    heading.focus({ preventScroll: true });
  } catch (e) {
    failed(e);
    if (!asksForToken) {
      main.replaceChildren(h("h1", { tabindex: -1 }, "Event " + event), h("p", { role: "status" }, "The service did not show it: " + shown(e.message)));
    }
  }
}

/** To the next newer or older finding of the stream. */
function walk(by) {
  const order = findings.newestFirst.map((row) => row.seq);
  const here = shownEvent();
  const next = here === null ? order[by > 0 ? 0 : order.length - 1] : by > 0 ? order.find((seq) => seq < here) : order.filter((seq) => seq > here).pop();
  if (next === undefined) {
    announce(by > 0 ? "This is the oldest one" : "This is the newest one");
  } else {
    location.hash = "#e" + next;
  }
}

walkByKeys(LIVE_KEYS, walk, () => "#", {
  "/": () => { const field = document.querySelector('input[name="text"]'); return field ? field.focus() : false; },
  Escape: (target) => { if (view) { view.focus.clear(); } else if (target.matches("input")) { target.blur(); } else { return false; } return undefined; },
  ArrowDown: () => (view ? view.focus.next(1) : false),
  ArrowUp: () => (view ? view.focus.next(-1) : false),
});
window.addEventListener("hashchange", render);
render();
repeat(SAMPLES_MILLIS, askSamples);
repeat(STATUS_MILLIS, askStatus);
repeat(0, follow);
