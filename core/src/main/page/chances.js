// What the history could have shown, and what went on in the course of the run.

import { CHART, brief, chartPicture, niceTop } from "./charts.js";
import { count, h, shown } from "./dom.js";
import { round } from "./picture.js";
import { panel } from "./widgets.js";

export function chancesPanel(chances) {
  const rows = chances.kinds.filter((each) => each.total > 0);
  const number = (value) => h("td", { class: "figure" }, value.toLocaleString("en"));
  return panel("Could have shown", chances.estimated ? `estimated from ${chances.considered.toLocaleString("en")} of ${count(chances.transactions, "transaction")}` : "", "chances",
    rows.length === 0
      ? h("p", {}, shown(chances.sentence))
      : [h("div", { class: "scroller" }, h("table", {},
        h("thead", {}, h("tr", {}, ["Chance of", "Chances", "Happened", "Aborted", "In order"].map((each, i) => h("th", { scope: "col", class: i > 0 ? "figure" : null }, each)))),
        h("tbody", {}, rows.map((each) => h("tr", {}, h("th", { scope: "row" }, each.kind.replaceAll("-", " ")), number(each.total), number(each.happened), number(each.aborted), number(each.inOrder)))))),
      rows.length < chances.kinds.length && h("p", { class: "hint" }, "No chance of " + chances.kinds.filter((each) => each.total === 0).map((each) => each.kind.replaceAll("-", " ")).join(", ") + ".")]);
}

const MOST_FAULTS = 6;

/** Slices are [begin, end, committed, aborted, indeterminate, considered, contended]; times are nanoseconds. */
const ACTIVITY = [
  { title: "Throughput", unit: "/s", name: "throughput", value: ([begin, end, committed, aborted, open]) => (committed + aborted + open) / Math.max(1e-9, (end - begin) / 1e9) },
  { title: "Aborted", unit: "%", name: "aborted", value: ([, , committed, aborted, open]) => 100 * aborted / Math.max(1, committed + aborted + open) },
  { title: "Contention", unit: "%", name: "contention", value: (slice) => (slice[5] > 0 ? 100 * slice[6] / slice[5] : null) },
];

/** What went on in the course of the run, with the faults that were on. */
export function activityPanel(activity, faults) {
  const last = activity[activity.length - 1][1];
  const seconds = (time) => brief(time / 1e9) + " s";
  const { width, left, right } = CHART;
  const x = (time) => round(left + (width - left - right) * time / last);
  const end = (fault) => (fault.end === null ? last : Math.min(last, fault.end));
  const words = (fault) => shown(fault.kind + " of " + fault.server) + `, ${seconds(Math.max(0, fault.begin))} to ${fault.end === null ? "the end" : seconds(fault.end)}`;
  const during = faults.filter((fault) => fault.begin < last && end(fault) > 0);
  const spans = during.map((fault) => [Math.max(0, fault.begin), end(fault), words(fault)]);
  const summed = during.length > 0 && h("p", { class: "hint" }, h("span", { class: "fault-sign", "aria-hidden": "true" }), " " + count(during.length, "fault") + ": "
    + during.slice(0, MOST_FAULTS).map(words).join("; ") + (during.length > MOST_FAULTS ? "; …" : ""));
  return panel("In the course of the run", "", "activity", summed, h("div", { class: "charts" }, ACTIVITY.map((each) => {
    const points = activity.map((slice) => [(slice[0] + slice[1]) / 2, each.value(slice)]).filter((point) => point[1] !== null);
    const values = points.map((point) => point[1]);
    const range = values.length > 0 ? `${brief(Math.min(...values))} to ${brief(Math.max(...values))}${each.unit}` : "";
    const top = each.unit === "%" ? 100 : niceTop(Math.max(0, ...values));
    return h("figure", { class: "chart " + each.name }, h("figcaption", {}, h("b", {}, each.title), " ", h("span", { class: "hint" }, range)),
      h("div", { class: "chart-stage" }, chartPicture(`${each.title} over ${seconds(last)}: ${range}`, points, top, x, [[0, "0"], [last / 2, seconds(last / 2)], [last, seconds(last)]], spans)));
  })));
}
