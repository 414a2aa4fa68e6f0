// What each reader saw: the versions of two keys one below the other, and a line from what a transaction saw of the one
// to what it saw of the other. Where all saw one order of commits lines do not cross, so only crossing ones are drawn.

import { clipped, columns, g, shown } from "./dom.js";
import { INITIAL } from "./model.js";
import { GLYPH, arrowHead, at, picture } from "./picture.js";

const READER_COLOURS = 4;

/** Two chains of versions whose readers' lines cross, and those readers; null if there are none. */
function crossing(anomaly) {
  const chains = anomaly.chains.filter((chain) => chain.order !== "circular" && chain.versions.length >= 2);
  const seenIn = (chain) => {
    const seen = new Map();
    chain.versions.forEach((version, i) => version.readers.forEach((reader) => { if (!seen.has(reader.transaction)) { seen.set(reader.transaction, i); } }));
    return seen;
  };
  for (let a = 0; a < chains.length; a++) {
    for (let b = a + 1; b < chains.length; b++) {
      const first = seenIn(chains[a]);
      const second = seenIn(chains[b]);
      const both = [...first.keys()].filter((id) => second.has(id));
      const readers = both.filter((one) => both.some((other) => (first.get(one) - first.get(other)) * (second.get(one) - second.get(other)) < 0));
      if (readers.length > 0) {
        return { chains: [chains[a], chains[b]], readers: readers.slice(0, READER_COLOURS).map((id) => ({ id, from: first.get(id), to: second.get(id) })) };
      }
    }
  }
  return null;
}

export function readersPicture(model) {
  const found = crossing(model.anomaly);
  if (!found) {
    return null;
  }
  const widest = Math.max(...found.chains.flatMap((chain) => chain.versions.map((version) => Math.max(columns(clipped(version.text, 20)) * GLYPH, columns(clipped(writerText(model, version), 20)) * 6)))) + 26;
  const width = Math.max(84, widest);
  const label = Math.max(...found.chains.map((chain) => columns(clipped(chain.label, 14)))) * GLYPH + 22;
  const x = (i) => label + i * (width + 54);
  const heights = [8, 118];
  const parts = [];
  found.chains.forEach((chain, row) => {
    parts.push(g("text", { class: "name", x: 4, y: heights[row] + 24 }, clipped(chain.label, 14)));
    chain.versions.forEach((version, i) => {
      parts.push(g("g", { class: "version", transform: at(x(i), heights[row]) },
        g("title", {}, shown(version.text)),
        g("rect", { width, height: 38, rx: 6 }),
        g("text", { class: "what", x: width / 2, y: 17, "text-anchor": "middle" }, clipped(version.text, 20)),
        g("text", { class: "who", x: width / 2, y: 30, "text-anchor": "middle" }, clipped(writerText(model, version), 20))));
    });
    chain.before.forEach(([a, b]) => {
      if (b === a + 1) {
        const y = heights[row] + 19;
        const curve = [x(a) + width, y, x(a) + width + 20, y, x(b) - 20, y, x(b), y];
        parts.push(g("g", { class: "edge next" }, g("path", { class: "line", d: `M${curve[0]} ${y}H${curve[6]}` }), arrowHead(curve)));
      }
    });
  });
  const top = heights[0] + 38;
  const bottom = heights[1];
  found.readers.forEach((reader, i) => {
    const shift = (i - (found.readers.length - 1) / 2) * 12;
    const x1 = x(reader.from) + width / 2 + shift;
    const x2 = x(reader.to) + width / 2 + shift;
    const name = clipped(model.transaction(reader.id).label, 16);
    const side = reader.from <= reader.to ? -1 : 1;
    parts.push(g("g", { class: "reader reader-" + i, "data-steps": model.stepsOfPlace({ transaction: reader.id }), "data-transaction": reader.id },
      g("path", { class: "line", d: `M${x1} ${top}C${x1} ${top + 44} ${x2} ${bottom - 44} ${x2} ${bottom}` }),
      g("circle", { cx: x1, cy: top, r: 5 }), g("circle", { cx: x2, cy: bottom, r: 5 }),
      g("text", { x: x1 + side * 10, y: top + 18, "text-anchor": side < 0 ? "end" : "start" }, name)));
  });
  const longest = Math.max(...found.chains.map((chain) => chain.versions.length));
  return picture("readers", [{ x: 0, y: 0, right: x(longest - 1) + width, bottom: heights[1] + 40 }], "What each reader saw: " + found.readers.map((reader) => {
    const [first, second] = found.chains;
    return model.transaction(reader.id).label + " saw " + first.versions[reader.from].text + " and " + second.versions[reader.to].text;
  }).join("; "), parts);
}

export function writerText(model, version) {
  return version.writer.transaction === INITIAL ? "initial state" : "by " + model.transaction(version.writer.transaction).label;
}
