// The first thing to see: what was measured, of one file or of many.

import { activityPanel, chancesPanel } from "./chances.js";
import { clipped, count, h, shown } from "./dom.js";
import { SIGNS, STATES, lattices } from "./lattice.js";
import { AnomalyList, route } from "./list.js";
import { AnomalyView } from "./anomaly.js";
import { evidence, whenComplete } from "./data.js";
import { panel } from "./widgets.js";

/** Calls back with the view of the clearest anomaly, once that is drawn. */
export function summaryView(file, fileNumber, state, opened) {
  const view = h("div", { class: "summary" });
  const measurement = file.measurement;
  const verdict = measurement ? measurement.word : file.verdict;
  // The title says what holds; the other sentences say what does not.
  const [first, ...others] = measurement ? measurement.sentences : [];
  view.append(h("div", { class: "heading" }, h("div", {},
    h("p", { class: "names" }, h("span", { class: "verdict-word " + verdict }, verdict), file.format && h("span", { class: "hint" }, " read as " + file.format)),
    h("h1", { tabindex: -1 }, shown(file.title || first || file.file)),
    (file.title || first) && h("p", { class: "hint file" }, shown(file.file)),
    file.reason && h("p", { class: "reason" }, shown(file.reason)),
    others.map((each) => h("p", { class: "answer" }, shown(each))))));
  if (!measurement) {
    return view;
  }
  if (file.clearest >= 0) {
    view.append(clearestAnomaly(file, fileNumber, opened));
  }
  if (file.chances) {
    if (file.chances.activity.length > 2 && file.chances.activity[file.chances.activity.length - 1][1] > 1e6) {
      view.append(activityPanel(file.chances.activity, file.faults || []));
    }
    view.append(chancesPanel(file.chances));
  }
  if (file.anomalies.length > 0 || file.leftOut.length > 0) {
    view.append(new AnomalyList(file, fileNumber, state).element);
  }
  const lattice = panel("Levels", "what a line joins follows from the right to the left", "levels-panel", lattices(measurement, null),
    h("div", { class: "legend" }, Object.entries(SIGNS).filter(([state]) => measurement.levels.some((level) => level.state === state)).map(([name, sign]) => h("span", {}, h("span", { class: "sign " + name, "aria-hidden": "true" }, sign), " " + STATES[name])),
      measurement.levels.some((level) => level.follows) && h("span", {}, h("span", { class: "sign" }, "( )"), " follows from others")),
    measurement.claims.map((claim) => h("p", { class: "hint" }, shown(claim))));
  view.append(lattice);
  const size = file.stats && panel("The history", "", "size", h("dl", { class: "figures" },
    [["session", file.stats.sessions], ["transaction", file.stats.transactions], ["aborted", file.stats.aborted], ["of unknown outcome", file.stats.indeterminate], ["operation", file.stats.operations], ["key", file.stats.keys]]
      .filter(([name, number]) => number > 0 || name === "transaction").map(([name, number]) => h("div", {}, h("dt", {}, name + (number === 1 || name.startsWith("of") || name === "aborted" ? "" : "s")), h("dd", {}, number.toLocaleString("en"))))),
    h("p", { class: "hint" }, file.realTime ? "With times of the clients' clock" : "Without times of the clients' clock", file.timestamps ? ", with timestamps of the database." : "."),
    file.remarks.length > 0 && h("ul", { class: "remarks" }, file.remarks.map((remark) => h("li", {}, shown(remark)))));
  view.append(h("div", { class: "grid two" }, verdicts(file), size));
  return view;
}

/** The anomaly with the fewest transactions, as far as it can be shown without its neighbours. */
function clearestAnomaly(file, fileNumber, opened) {
  const row = file.anomalies[file.clearest];
  const section = h("section", { class: "clearest", "aria-label": "The clearest anomaly" },
    h("h2", {}, h("a", { href: route(fileNumber, file.clearest) }, shown(row.kind + ": " + row.summary))));
  whenComplete(() => {
    const anomaly = new AnomalyView(file, evidence(file.first + file.clearest), null, true);
    section.append(anomaly.element);
    opened(anomaly);
  });
  return section;
}

/** Stronger levels stand above weaker ones, Adya's below, and those by a claimed order last. */
function rank({ level, question }) {
  return (level.startsWith("pl-") ? 1 : 0) + (question && question !== level ? 2 : 0);
}

/** The verdicts, with counts by kind. */
function verdicts(file) {
  return panel("Verdicts", "", "verdicts", h("div", { class: "scroller" }, h("table", {},
    h("thead", {}, h("tr", {}, ["Level", "Verdict", "Found"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, [...file.levels].reverse().sort((a, b) => rank(a) - rank(b)).map((level) => h("tr", {},
      h("th", { scope: "row" }, shown(level.question || level.level)),
      h("td", {}, h("span", { class: "verdict-word " + level.verdict }, level.verdict)),
      h("td", {}, level.counts.length > 0
        ? level.counts.map((each) => h("div", {}, each.count.toLocaleString("en") + " ", h("code", {}, each.kind), each.tap ? " (" + each.tap + ")" : ""))
        : (level.reason || level.reservation) && shown(level.reason || level.reservation),
      level.moment && h("p", {}, shown(level.moment)),
      level.incomplete && h("p", { class: "incomplete" }, "There may be more: " + shown(level.incomplete)))))))));
}

/** The directory that all files are in, with a slash at its end; nothing if there is none. */
function commonDirectory(files) {
  let common = files[0].file;
  for (const { file } of files) {
    while (!file.startsWith(common)) {
      common = common.slice(0, -1);
    }
  }
  return common.slice(0, common.lastIndexOf("/") + 1);
}

/** The index of a page about several files. */
export function filesView(report, state) {
  const directory = commonDirectory(report.files);
  const rows = h("tbody", {});
  const found = h("p", { class: "hint", role: "status" });
  const show = () => {
    const words = (state.files || "").toLowerCase().split(/\s+/u).filter((word) => word);
    const matching = report.files.map((file, i) => ({ file, i })).filter(({ file }) => words.every((word) => (file.file + " " + (file.measurement ? file.measurement.answer + " " + file.measurement.word : file.verdict)).toLowerCase().includes(word)));
    rows.replaceChildren(...matching.map(({ file, i }) => h("tr", {},
      h("td", {}, h("a", { href: "#f" + i, title: shown(file.file) }, shown(file.file.slice(directory.length)))),
      h("td", {}, h("span", { class: "verdict-word " + (file.measurement ? file.measurement.word : file.verdict) }, file.measurement ? file.measurement.word : file.verdict)),
      h("td", {}, file.measurement ? shown(file.measurement.sentences.join(" ")) : shown(file.reason || "")),
      h("td", { class: "figure" }, file.measurement ? file.counted.toLocaleString("en") : ""))));
    found.textContent = matching.length < report.files.length ? matching.length + " of " + count(report.files.length, "file") : "";
  };
  show();
  return h("div", { class: "summary" },
    h("div", { class: "heading" }, h("div", {}, h("h1", { tabindex: -1 }, count(report.files.length, "file")))),
    panel("Files", directory && "in " + clipped(directory, 100), "list", h("form", { class: "filters", role: "search", submit: (event) => event.preventDefault() },
      h("label", {}, "Text", h("input", { type: "search", name: "files", value: state.files || "", autocomplete: "off", input: (event) => { state.files = event.currentTarget.value; show(); } }))), found,
      h("div", { class: "scroller" }, h("table", { class: "files" }, h("thead", {}, h("tr", {}, ["File", "Verdict", "Measured", "Anomalies"].map((each) => h("th", { scope: "col" }, each)))), rows))));
}
