// The report of a check: its routes, and what keys do.

import { AnomalyView } from "./anomaly.js";
import { block, evidence, whenComplete } from "./data.js";
import { announce, clipped, h, shown } from "./dom.js";
import { copyHistory, thisPlace, topBar, walkByKeys } from "./frame.js";
import { lastList, route } from "./list.js";
import { filesView, summaryView } from "./summary.js";

const KEYS = [
  ["j, k", "next and previous anomaly"], ["↑, ↓", "steps of the argument"], ["←, →", "move the selected transaction in “Try an order”"], ["Esc", "show all steps; close this"],
  ["/", "go to the filter"], ["c", "copy the history of the anomaly"], ["u", "up: back to the list"],
];
const report = block("index");
const states = new Map();
let view = null;

/** #f2.a17.c1.2: the file, the anomaly and the case that the address names. */
function parseRoute() {
  const match = /^#f(\d+)(?:\.a(\d+)(?:\.c([\d.]+))?)?$/u.exec(location.hash);
  const file = match && Number(match[1]) < report.files.length ? Number(match[1]) : report.files.length === 1 ? 0 : null;
  const anomaly = match && file !== null && match[2] !== undefined && Number(match[2]) < report.files[file].anomalies.length ? Number(match[2]) : null;
  return { file, anomaly, caseNumber: match ? match[3] : null };
}

function stateOf(file) {
  if (!states.has(file)) {
    states.set(file, { page: 0 });
  }
  return states.get(file);
}

function crumbs(where) {
  if (where.file === null) {
    return [thisPlace("Report")];
  }
  const file = report.files[where.file];
  const name = clipped(file.file, 60);
  return [
    ...(report.files.length > 1 ? [h("a", { href: "#" }, "Report")] : []),
    ...(where.anomaly === null ? [thisPlace(name, "file")] : [h("a", { href: route(where.file), class: "file" }, name), thisPlace(file.anomalies[where.anomaly].kind)])];
}

/** To the next or previous anomaly of the list as it was last filtered. */
function walk(by) {
  const where = parseRoute();
  if (where.file === null) {
    return;
  }
  const all = report.files[where.file].anomalies.map((_, i) => i);
  const order = lastList && lastList.fileNumber === where.file && lastList.matching.length > 0 ? lastList.matching : all;
  const here = where.anomaly === null ? (by > 0 ? -1 : order.length) : order.indexOf(where.anomaly);
  const next = order[here + by];
  if (next === undefined) {
    announce(by > 0 ? "This is the last one" : "This is the first one");
  } else {
    location.hash = route(where.file, next);
  }
}

function render() {
  const where = parseRoute();
  const main = h("main", { id: "main" });
  const app = document.getElementById("app");
  app.replaceChildren(topBar(crumbs(where), where.anomaly !== null && walk), main);
  view = null;
  const title = (text) => { document.title = text + " · Isogauge"; };
  if (where.file === null) {
    main.append(filesView(report, stateOf("files")));
    title("Report");
  } else if (where.anomaly === null) {
    main.append(summaryView(report.files[where.file], where.file, stateOf(where.file), (drawn) => { view = drawn; }));
    title(shown(report.files[where.file].title || report.files[where.file].file));
  } else {
    const file = report.files[where.file];
    whenComplete(() => {
      view = new AnomalyView(file, evidence(file.first + where.anomaly), where.caseNumber);
      main.replaceChildren(view.element);
      title(file.anomalies[where.anomaly].kind);
      focusHeading();
    });
  }
  app.append(footer());
  window.scrollTo(0, 0);
  focusHeading();
}

/** After a step by hash the heading has the focus, so that screen readers read it and Tab goes on from there. */
function focusHeading() {
  const heading = document.querySelector("h1");
  if (heading && location.hash) {
    heading.focus({ preventScroll: true });
  }
}

function footer() {
  return h("footer", {}, h("p", {}, "Made by ", shown(report.program), report.truncated ? ". " + shown(report.truncated) : ""));
}

function up() {
  const where = parseRoute();
  return where.anomaly !== null ? route(where.file) : "#";
}

walkByKeys(KEYS, walk, up, {
  "/": () => { const field = document.querySelector('input[name="text"], input[name="files"]'); return field ? field.focus() : false; },
  c: copyHistory,
  Escape: (target) => { if (target.matches("input")) { target.blur(); } else if (view) { view.focus.clear(); } else { return false; } return undefined; },
  ArrowDown: () => (view ? view.focus.next(1) : false),
  ArrowUp: () => (view ? view.focus.next(-1) : false),
  ArrowRight: () => (view && view.order ? view.order.move(1) : false),
  ArrowLeft: () => (view && view.order ? view.order.move(-1) : false),
});
window.addEventListener("hashchange", render);
let lastWidth = document.documentElement.clientWidth;
window.addEventListener("resize", () => {
  if (view && document.documentElement.clientWidth !== lastWidth) {
    lastWidth = document.documentElement.clientWidth;
    view.resized();
  }
});
render();
