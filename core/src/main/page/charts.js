// Charts over time, and those of the last hour, drawn anew when numbers come.

import { g, h } from "./dom.js";
import { round } from "./picture.js";

const HOUR = 3600_000;

/** How many minutes a chart shows: no more than an hour, and less of a run that has just begun. */
const SPANS = [3, 15, 30, 60];
export const CHART = { width: 380, height: 96, left: 46, right: 8, top: 8, bottom: 20 };

/** A number that is short enough for an axis. */
export function brief(number) {
  const units = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const unit = units.find(([size]) => number >= size);
  const value = unit ? number / unit[0] : number;
  return (value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)) + (unit ? " " + unit[1] : "");
}

/** The next number that reads well: 1, 2 or 5 times a power of ten. */
export function niceTop(number) {
  if (number <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= number);
}

/** A line of points [time, value]: the highest value, the place of a time, the times [time, text] to name, and faults as [begin, end, text]. */
export function chartPicture(label, points, top, x, times, faults = []) {
  const { width, height, left, right, bottom } = CHART;
  const y = (value) => round(CHART.top + (height - CHART.top - bottom) * (1 - value / top));
  const line = points.map((point, i) => (i === 0 ? "M" : "L") + x(point[0]) + " " + y(point[1])).join("");
  const ground = y(0);
  const anchor = (i) => (i === 0 ? "start" : i === times.length - 1 ? "end" : "middle");
  return g("svg", { class: "picture chart-picture", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}`, width, height },
    faults.map(([begin, end, text]) => g("g", { class: "fault-span" }, g("title", {}, text),
      g("rect", { x: x(begin), y: CHART.top, width: Math.max(2, round(x(end) - x(begin))), height: height - CHART.top - bottom }))),
    g("g", { class: "grid" },
      [0, 0.5, 1].map((part) => g("line", { x1: left, x2: width - right, y1: y(top * part), y2: y(top * part) })),
      [0, 1].map((part) => g("text", { x: left - 5, y: y(top * part) + 4, "text-anchor": "end" }, brief(top * part))),
      times.map(([time, text], i) => g("text", { x: x(time), y: height - 5, "text-anchor": anchor(i) }, text))),
    points.length > 1 && g("path", { class: "area", d: `${line}L${x(points[points.length - 1][0])} ${ground}L${x(points[0][0])} ${ground}z` }),
    points.length > 1 && g("path", { class: "line", d: line }));
}

class Chart {
  constructor(title, unit, name) {
    this.title = title;
    this.unit = unit;
    this.now = h("span", { class: "hint" });
    this.stage = h("div", { class: "chart-stage" });
    this.element = h("figure", { class: "chart " + name }, h("figcaption", {}, h("b", {}, title), " ", this.now), this.stage);
  }

  /** Points [time, value] in the order of time, and the time now. */
  draw(points, now) {
    const values = points.map((point) => point[1]);
    const highest = Math.max(0, ...values);
    const last = values.length > 0 ? values[values.length - 1] : null;
    const words = (number) => (this.unit === "B" && number < 1000 ? brief(number) + " B" : brief(number) + this.unit);
    this.now.textContent = last === null ? "" : words(last) + " now, " + words(highest) + " at most";
    const top = niceTop(highest);
    const { width, left, right } = CHART;
    const minutes = SPANS.find((each) => points.length === 0 || points[0][0] >= now - each * 60_000) || 60;
    const x = (time) => round(left + (width - left - right) * Math.max(0, 1 - (now - time) / (minutes * 60_000)));
    const minute = (third) => [now - third * minutes * 20_000, `−${third * minutes / 3} min`];
    this.stage.replaceChildren(chartPicture(`${this.title} over the last ${minutes} minutes: ${this.now.textContent || "no numbers yet"}`, points, top, x, [...[3, 2, 1].map(minute), [now, "now"]]));
  }
}

/** What is counted up, as a rate between each two samples. */
function rates(samples, field) {
  const points = [];
  for (let i = 1; i < samples.length; i++) {
    const seconds = (samples[i].time - samples[i - 1].time) / 1000;
    if (seconds > 0) {
      points.push([samples[i].time, Math.max(0, (samples[i][field] - samples[i - 1][field]) / seconds)]);
    }
  }
  return points;
}

const CHARTS = [
  { title: "Throughput", unit: "/s", name: "throughput", points: (samples) => rates(samples, "transactions") },
  { title: "Provisional violations", unit: "", name: "provisional", points: (samples) => samples.map((each) => [each.time, each.provisional]) },
  { title: "Violations", unit: "", name: "violations", points: (samples) => samples.map((each) => [each.time, each.violations]) },
  { title: "Memory of the state", unit: "B", name: "memory", points: (samples) => samples.map((each) => [each.time, each.memoryBytes]) },
  { title: "Lag: accepted, not judged", unit: "", name: "lag", points: (samples) => samples.map((each) => [each.time, each.lag]) },
];

/** The samples of the last hour, and the numbers of this moment behind them. */
export class Charts {
  constructor() {
    this.samples = [];
    this.latest = null;
    this.charts = CHARTS.map((each) => ({ ...each, chart: new Chart(each.title, each.unit, each.name) }));
    this.element = h("div", { class: "charts" }, this.charts.map((each) => each.chart.element));
  }

  get newest() {
    return this.samples.length > 0 ? this.samples[this.samples.length - 1].time : 0;
  }

  add(answer) {
    for (const row of answer.samples) {
      this.samples.push(Object.fromEntries(answer.fields.map((field, i) => [field, row[i]])));
    }
    const begin = answer.now - HOUR;
    this.samples = this.samples.filter((each) => each.time >= begin);
  }

  draw(sample) {
    const all = sample && sample.time > this.newest ? [...this.samples, sample] : this.samples;
    const now = all.length > 0 ? all[all.length - 1].time : Date.now();
    this.charts.forEach((each) => each.chart.draw(each.points(all), now));
  }
}
