// The litmus page: the matrix of schedules and databases, and behind each cell what happened.

import { byCause } from "./causes.js";
import { cellView, outcomeWords } from "./cell.js";
import { block } from "./data.js";
import { count, h, shown } from "./dom.js";
import { frame, thisPlace } from "./frame.js";
import { lanesPicture } from "./lanes.js";
import { button, panel } from "./widgets.js";

const run = block("index");
const OUTCOMES = {
  prevented: "all went through, and it did not happen", possible: "it happened", aborted: "it did not happen; the database ended a transaction",
  blocked: "it did not happen; a step had to wait", undecided: "the history does not show whether it happened", "not run": "a step could not be carried out here",
};
const FEW = 6;
const hidden = new Set();

const schedules = [...new Map(run.cells.map((cell) => [cell.schedule, cell])).values()];
const rowsOf = [];
run.cells.forEach((cell) => {
  let row = rowsOf.find((each) => each.database === cell.database && each.version === cell.version && each.isolation === cell.isolation);
  if (!row) {
    row = { database: cell.database, version: cell.version, isolation: cell.isolation, name: cell.isolationName, claims: cell.claims, cells: new Map() };
    rowsOf.push(row);
  }
  row.cells.set(cell.schedule, cell);
});

function cellRoute(cell) {
  return "#c" + run.cells.indexOf(cell);
}

function cellMark(cell) {
  const others = cell.found.some((each) => !cell.shows.includes(each.kind));
  return cell.sign + (cell.breaksClaim ? "!" : "") + (others ? "*" : "");
}

/** Which databases do not hold what they claim. */
function answer(broken, databases) {
  const sentences = databases.filter((database) => broken.some((cell) => cell.database === database)).map((database) => {
    const levels = [...new Set(broken.filter((cell) => cell.database === database).map((cell) => cell.isolationName))];
    return database + " does not hold what it claims at " + levels.join(", ").replace(/, ([^,]*)$/u, " and $1");
  });
  return sentences.length > 0 ? sentences.join("; ") : "All levels hold what they claim in these schedules";
}

function matrixView() {
  const broken = run.cells.filter((cell) => cell.breaksClaim);
  const databases = [...new Set(rowsOf.map((row) => row.database))];
  const table = h("table", { class: "matrix" });
  const draw = () => {
    table.replaceChildren(
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Database and level"), schedules.map((each, i) => h("th", { scope: "col" }, h("a", { href: "#s" + i, title: shown(each.title) }, shown(each.column)))))),
      ...databases.filter((each) => !hidden.has(each)).map((database) => {
        const rows = rowsOf.filter((row) => row.database === database);
        return h("tbody", {}, h("tr", { class: "database" }, h("th", { scope: "colgroup", colspan: schedules.length + 1 }, shown(database), h("span", { class: "hint" }, " " + shown(rows[0].version)))),
          rows.map((row) => h("tr", {}, h("th", { scope: "row", title: "claims " + row.claims.join(", ") }, shown(row.name)),
            schedules.map((each) => {
              const cell = row.cells.get(each.schedule);
              const words = cell && `${each.title} on ${row.database} at ${row.name}: ${cell.outcome}${cell.breaksClaim ? ", breaks its claim" : ""}`;
              return h("td", { class: cell ? "cell " + cell.outcome.replace(" ", "-") + (cell.breaksClaim ? " broken" : "") : "" },
                cell && h("a", { href: cellRoute(cell), "aria-label": words }, cellMark(cell)));
            }))));
      }));
  };
  draw();
  return h("div", { class: "summary" },
    h("div", { class: "heading" }, h("div", {}, h("h1", { tabindex: -1 }, shown(answer(broken, databases))), h("p", { class: "meaning" }, "Which anomalies are possible: " + count(databases.length, "database") + ", " + count(schedules.length, "schedule") + ". Each cell opens what happened."))),
    run.failures.length > 0 && panel("Databases that failed", "", "failures", h("ul", {}, run.failures.map((each) => h("li", {}, shown(each))))),
    broken.length > 0 && panel("Claims that broke", "what a level promises, and the history violates, by cause", "broken", byCause(broken).map(({ kinds, cells }) => h("details", { open: cells.length <= FEW },
      h("summary", {}, h("code", { class: "badge" }, kinds || "nothing named"), " ", [...new Set(cells.flatMap((cell) => cell.found.map((each) => each.words)))].join(", "), " breaks ", shown([...new Set(cells.flatMap((cell) => cell.brokenClaims))].join(", ")), ", " + count(cells.length, "time")),
      h("ul", { class: "remarks" }, cells.map((cell) => h("li", {}, h("a", { href: cellRoute(cell) }, shown(cell.database + " " + cell.isolationName + ": " + cell.title)))))))),
    panel("The matrix", "", "matrix-panel",
      databases.length > 1 && h("div", { class: "choices", role: "group", "aria-label": "Databases shown" }, databases.map((database) => button(shown(database), (event) => {
        const show = hidden.delete(database) || !hidden.add(database);
        event.currentTarget.setAttribute("aria-pressed", String(show));
        draw();
      }, { "aria-pressed": String(!hidden.has(database)) }))),
      h("div", { class: "scroller matrix-scroller", tabindex: 0, role: "group", "aria-label": "The matrix, to be scrolled" }, table),
      h("div", { class: "legend" }, [...new Map(run.cells.map((cell) => [cell.outcome, cell.sign]))].map(([outcome, sign]) => h("span", {}, h("b", { class: "cell " + outcome.replace(" ", "-") }, sign), outcome + ": " + OUTCOMES[outcome])),
        broken.length > 0 && h("span", {}, h("b", { class: "cell broken" }, "!"), "breaks what the level claims"),
        run.cells.some((cell) => cellMark(cell).includes("*")) && h("span", {}, h("b", {}, "*"), "something else was found"))),
    panel("Schedules", "", "schedules", h("dl", { class: "schedules" }, schedules.map((each, i) => h("div", {}, h("dt", {}, h("a", { href: "#s" + i }, shown(each.title)), " ", h("span", { class: "hint" }, shown(each.column))), h("dd", {}, shown(each.about)))))));
}

/** One schedule on all databases side by side. */
function comparisonView(schedule) {
  const rows = rowsOf.filter((row) => row.cells.has(schedule.schedule) && !hidden.has(row.database));
  return h("div", {},
    h("div", { class: "heading" }, h("div", {}, h("p", { class: "names" }, schedule.shows.map((kind) => h("code", { class: "badge" }, kind))), h("h1", { tabindex: -1 }, shown(schedule.title)), h("p", { class: "meaning" }, shown(schedule.about)))),
    h("div", { class: "grid compared" }, rows.map((row) => {
      const cell = row.cells.get(schedule.schedule);
      return panel(shown(row.database + " " + row.name), outcomeWords(cell), "compared-cell", h("div", { class: "scroller" }, lanesPicture(cell)), h("p", {}, h("a", { href: cellRoute(cell) }, "All of its evidence")));
    })));
}

function render() {
  const cell = /^#c(\d+)$/u.exec(location.hash);
  const schedule = /^#s(\d+)$/u.exec(location.hash);
  const main = h("main", {});
  const crumbs = [h("a", { href: "#" }, "Litmus")];
  if (cell && run.cells[cell[1]]) {
    const shownCell = run.cells[cell[1]];
    main.append(cellView(shownCell));
    crumbs.push(h("a", { href: "#s" + schedules.findIndex((each) => each.schedule === shownCell.schedule) }, shown(shownCell.title)), thisPlace(shown(shownCell.database + " " + shownCell.isolationName)));
  } else if (schedule && schedules[schedule[1]]) {
    main.append(comparisonView(schedules[schedule[1]]));
    crumbs.push(thisPlace(shown(schedules[schedule[1]].title)));
  } else {
    main.append(matrixView());
    crumbs[0] = thisPlace("Litmus");
  }
  show(crumbs, main);
}

/** From a cell to the one before or after it. */
function walk(by) {
  const cell = /^#c(\d+)$/u.exec(location.hash);
  const next = cell ? Number(cell[1]) + by : by > 0 ? 0 : run.cells.length - 1;
  if (run.cells[next]) {
    location.hash = "#c" + next;
  }
}

const show = frame("Litmus", run.program, { each: "cell", up: "the matrix" }, walk);
window.addEventListener("hashchange", render);
render();
