// The lattice of levels: which hold, are violated, undecided or were not asked for.

import { columns, g, h, shown } from "./dom.js";
import { at, picture, round } from "./picture.js";

const LATTICE = {
  "read-your-writes": [0, -1], "writes-follow-reads": [1, -3], "monotonic-writes": [1, -2], "monotonic-reads": [1, -1], "prefix-consistency": [3, 0], "parallel-snapshot-isolation": [3, 1],
  "cut-isolation": [0, 0], "read-committed": [0, 1], "read-atomic": [1, 0.5], causal: [2, 0.5], "snapshot-isolation": [4, 0.5], serializability: [5, 0.5], "strict-serializability": [6, 0.5],
  "pl-1": [0, 2], "pl-2": [1, 2], "pl-si": [2, 1.6], "pl-2.99": [2, 2.4], "pl-3": [4, 2.4], linearizability: [6, 2],
};
export const SIGNS = { holds: "✓", violated: "✗", undecided: "?", "not-asked": "·" };
export const STATES = { holds: "holds", violated: "violated", undecided: "undecided", "not-asked": "not asked" };

/** One picture a way of asking: by any order, by timestamps, without session order. */
export function lattices(measurement, forbiddenBy) {
  const groups = new Map();
  for (const level of measurement.levels) {
    const suffix = level.id.slice(level.level.length).trim();
    if (!groups.has(suffix)) {
      groups.set(suffix, []);
    }
    groups.get(suffix).push(level);
  }
  return [...groups].map(([suffix, levels]) => lattice(suffix, family(levels), forbiddenBy)).filter((each) => each);
}

/** Leaves out families of which nothing was asked. */
function family(levels) {
  const asked = (names) => levels.some((level) => names(level.level) && (level.state !== "not-asked" || level.follows));
  const adya = (name) => name.startsWith("pl-");
  const linear = (name) => name === "linearizability";
  return levels.filter((level) => (!adya(level.level) || asked(adya)) && (!linear(level.level) || asked(linear)));
}

function lattice(suffix, levels, forbiddenBy) {
  const known = levels.filter((level) => LATTICE[level.level]);
  if (known.length === 0) {
    return null;
  }
  const used = [...new Set(known.map((level) => LATTICE[level.level][0]))].sort((a, b) => a - b);
  const rows = [...new Set(known.map((level) => LATTICE[level.level][1]))];
  const top = Math.min(...rows);
  const widths = used.map((column) => Math.max(...known.filter((level) => LATTICE[level.level][0] === column).map((level) => nodeWidth(level))));
  const lefts = [];
  widths.reduce((x, width, i) => { lefts[i] = x; return x + width + 24; }, 0);
  const place = (level) => {
    const [column, row] = LATTICE[level.level];
    return { x: lefts[used.indexOf(column)], y: (row - top) * 36, width: nodeWidth(level) };
  };
  const byName = new Map(known.map((level) => [level.level, level]));
  const lines = known.flatMap((level) => level.implies.filter((below) => byName.has(below)).map((below) => {
    const a = place(byName.get(below));
    const b = place(level);
    const x1 = a.x + a.width;
    return g("path", { class: "implies", d: `M${x1} ${a.y + 12}C${x1 + 14} ${a.y + 12} ${b.x - 14} ${b.y + 12} ${b.x} ${b.y + 12}` });
  }));
  const nodes = known.map((level) => {
    const { x, y, width } = place(level);
    const name = level.level.replaceAll("-", " ").replace("pl ", "PL-");
    const state = STATES[level.state] + (level.follows ? "; it follows that it " + (level.follows === "holds" ? "holds" : "is violated") : "");
    return g("g", { class: `level ${level.state}` + (level.follows ? " follows-" + level.follows : "") + (forbiddenBy && forbiddenBy.includes(level.level) ? " forbids" : ""), transform: at(x, y), "data-level": level.level, "data-state": level.state },
      g("title", {}, `${level.id}: ${state}\n${level.meaning}`),
      g("rect", { width: round(width), height: 24, rx: 5 }),
      g("text", { x: 9, y: 16 }, (level.follows ? "(" + SIGNS[level.follows] + ")" : SIGNS[level.state]) + " " + name));
  });
  const last = lefts.length - 1;
  const boxes = [{ x: 0, y: 0, right: lefts[last] + widths[last], bottom: (Math.max(...rows) - top) * 36 + 24 }];
  const label = "Levels" + (suffix ? " " + suffix : "") + ": " + known.map((level) => level.level + " " + STATES[level.state]).join(", ");
  return h("figure", { class: "lattice" }, suffix && h("figcaption", {}, shown(suffix)), h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "Levels, to be scrolled" }, picture("levels", boxes, label, [lines, nodes])));
}

function nodeWidth(level) {
  return columns(level.level) * 6.6 + (level.follows ? 44 : 34);
}
