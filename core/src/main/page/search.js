// What a search found: schedules that break a claim, by what broke it, the shortest first.

import { byCause } from "./causes.js";
import { cellView } from "./cell.js";
import { block } from "./data.js";
import { count, h, shown } from "./dom.js";
import { frame, thisPlace } from "./frame.js";
import { lanesPicture } from "./lanes.js";
import { panel } from "./widgets.js";

const run = block("index");
const findings = run.searches.flatMap((search) => search.findings.map((finding) => ({ ...finding, search, found: finding.cell.found })));

function findingRoute(finding) {
  return "#f" + findings.indexOf(finding);
}

/** The answer, as a title. */
function answer(search) {
  const where = search.version + " at " + search.isolationName;
  return search.broken > 0 ? where + " breaks its claim in " + count(search.broken, "schedule") : where + ": no schedule that was run breaks its claim";
}

function howMany(search) {
  return (search.exhausted ? "All " : search.run.toLocaleString("en") + " of ") + count(search.schedules, "schedule") + " of up to " + count(search.statements, "statement") + " on " + count(search.rows, "row")
    + (search.larger > 0 ? ", and " + search.larger.toLocaleString("en") + " larger ones" : "") + (search.undecided > 0 ? "; " + search.undecided.toLocaleString("en") + " are undecided" : "") + ".";
}

function inList(finding) {
  return h("li", {}, h("a", { href: findingRoute(finding) }, h("code", {}, shown(finding.code))), ", " + count(finding.schedules, "schedule") + (finding.confirmed ? "" : ", only on connections that were used before"));
}

/** What people call what was found. */
function words(finding) {
  const [first = ""] = new Set(finding.found.map((each) => each.words));
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** All that broke a claim in one way: the shortest schedule as a picture, the others behind a click. */
function causePanel(kinds, cells) {
  const sorted = [...cells].sort((a, b) => a.code.length - b.code.length);
  const clearest = sorted[0];
  const others = sorted.slice(1);
  return panel(kinds ? words(clearest) + " (" + kinds + ")" : shown(clearest.cell.title), count(cells.reduce((sum, each) => sum + each.schedules, 0), "schedule") + ", which shrink to " + cells.length, "cause",
    h("p", {}, h("a", { href: findingRoute(clearest) }, h("code", {}, shown(clearest.code))), " breaks " + clearest.cell.brokenClaims.join(" and ") + (clearest.confirmed ? "" : ", only on connections that were used before")),
    h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "The schedule, to be scrolled" }, lanesPicture(clearest.cell)),
    others.length > 0 && h("details", {}, h("summary", {}, count(others.length, "other") + " of this kind"), h("ul", { class: "remarks" }, others.map(inList))));
}

function searchView(search) {
  return [
    h("div", { class: "heading" }, h("div", {}, h("h1", { tabindex: -1 }, shown(answer(search))),
      h("p", { class: "meaning" }, shown("It claims " + search.claims.join(" and ") + ". " + howMany(search))))),
    byCause(findings.filter((each) => each.search === search)).map(({ kinds, cells }) => causePanel(kinds, cells)),
  ];
}

function render() {
  const finding = /^#f(\d+)$/u.exec(location.hash);
  const main = h("main", {});
  const crumbs = [h("a", { href: "#" }, "Search")];
  if (finding && findings[finding[1]]) {
    const shownFinding = findings[finding[1]];
    main.append(cellView(shownFinding.cell));
    crumbs.push(thisPlace(shown(shownFinding.code + " on " + shownFinding.search.database + " " + shownFinding.search.isolationName)));
  } else {
    main.append(h("div", { class: "summary" }, run.failures.length > 0 && panel("Databases that failed", "", "failures", h("ul", {}, run.failures.map((each) => h("li", {}, shown(each))))), run.searches.map(searchView)));
    crumbs[0] = thisPlace("Search");
  }
  show(crumbs, main);
}

/** From a finding to the one before or after it. */
function walk(by) {
  const finding = /^#f(\d+)$/u.exec(location.hash);
  const next = finding ? Number(finding[1]) + by : by > 0 ? 0 : findings.length - 1;
  if (findings[next]) {
    location.hash = "#f" + next;
  }
}

const show = frame("Search", run.program, { each: "finding", up: "all findings" }, walk);
window.addEventListener("hashchange", render);
render();
