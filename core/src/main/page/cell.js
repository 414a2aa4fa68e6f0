// A schedule on a database at a level: what happened, what was found, and the history.

import { AnomalyView } from "./anomaly.js";
import { h, shown } from "./dom.js";
import { lanesPicture } from "./lanes.js";
import { copyable, panel } from "./widgets.js";

export function outcomeWords(cell) {
  return cell.outcome + (cell.breaksClaim ? ", breaks " + cell.brokenClaims.join(" and ") : "");
}

export function cellView(cell) {
  const failures = Object.entries(cell.failures);
  return h("div", { class: "litmus-cell" },
    h("div", { class: "heading" }, h("div", {},
      h("p", { class: "names" }, cell.shows.map((kind) => h("code", { class: "badge" }, kind)), h("span", { class: "verdict-word " + (cell.outcome === "possible" ? "violated" : cell.outcome === "undecided" || cell.outcome === "not run" ? "unknown" : "satisfied") }, cell.outcome)),
      h("h1", { tabindex: -1 }, shown(cell.title + " on " + cell.database + " at " + cell.isolationName)),
      h("p", { class: "meaning" }, shown(cell.about)),
      cell.breaksClaim && h("p", { class: "reason broken-claim" }, shown("This level claims " + cell.claims.join(", ") + ". Broken: " + cell.brokenClaims.join(", ") + ".")),
      cell.remark && h("p", { class: "reason" }, shown(cell.remark)))),
    panel("What happened", cell.version, "lanes-panel", h("div", { class: "scroller" }, lanesPicture(cell)),
      h("details", {}, h("summary", {}, "In words"), h("ol", { class: "happened" }, cell.steps.map((step) => h("li", {}, h("code", {}, shown(step)))))),
      failures.length > 0 && h("ul", { class: "remarks" }, failures.map(([transaction, message]) => h("li", {}, h("b", {}, shown(transaction)), " was ended: ", shown(message))))),
    cell.found.map((each, i) => h("section", { class: "found-picture", "aria-label": each.kind + " " + (i + 1) }, h("h2", {}, shown(each.kind + ": " + each.evidence.explanation.summary)), new AnomalyView({}, each.evidence, null, true).element)),
    h("div", { class: "grid two" },
      panel("Verdicts", "", "verdicts", h("table", {}, h("tbody", {}, Object.entries(cell.verdicts).reverse().map(([level, verdict]) => h("tr", {}, h("th", { scope: "row" }, level), h("td", {}, h("span", { class: "verdict-word " + verdict }, verdict))))))),
      panel("The history", "as check reads it", "reproduce", copyable(cell.history.replace(/\n$/u, ""), cell.history))));
}
