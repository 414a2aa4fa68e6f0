// A value that more transactions read and overwrote than there were versions of it: versions on the left, readers on the
// right, paired as far as they go.

import { clipped, columns, count, g, shown } from "./dom.js";
import { INITIAL } from "./model.js";
import { GLYPH, SMALL, at, picture, round } from "./picture.js";
import { BOX } from "./timeline.js";

const PAIR = 40;
const MOST_PAIRS = 12;

/** Null where the anomaly is not told by counting. */
export function shortagePicture(model) {
  const readers = model.roles.filter((role) => role.role === "reader");
  const versions = model.roles.filter((role) => role.role === "version");
  if (!model.anomaly.cases || model.edges.size > 0 || readers.length <= versions.length) {
    return null;
  }
  // Where there are many, the last ones: among them are those without a version.
  const from = Math.max(0, Math.min(versions.length - 1, readers.length - MOST_PAIRS));
  const shownReaders = readers.slice(from, from + MOST_PAIRS);
  const shownVersions = versions.slice(from, from + MOST_PAIRS);
  const name = (role) => clipped(role.transaction === INITIAL ? "initial state" : model.transaction(role.transaction).label, 22);
  const reads = (role) => model.transaction(role.transaction).operations.filter((each) => each.matters).map((each) => clipped(each.text, 18)).join(" ");
  const wide = (texts) => Math.max(120, ...texts.map((text) => columns(text) * GLYPH + 26));
  const versionText = (role) => name(role) + "  " + clipped(role.text, 18);
  const readerText = (role) => name(role) + "  " + reads(role);
  const left = wide(shownVersions.map(versionText));
  const heading = count(readers.length, "transaction") + " read and overwrote it";
  const right = Math.max(wide(shownReaders.map(readerText)), columns(heading) * SMALL + 8);
  const boxes = wide(shownReaders.map(readerText));
  const gap = 110;
  const top = 26;
  const y = (i) => top + i * PAIR;
  const box = (role, x, width, i, text, alone) => g("g", { class: "card pigeon" + (alone ? " alone" : ""), transform: at(x, y(i)), "data-steps": model.stepsOfPlace(role), "data-transaction": role.transaction },
    g("title", {}, shown(text)),
    g("rect", { class: "box", width: round(width), height: BOX, rx: 6 }),
    g("text", { class: "name", x: 11, y: 18.5 }, name(role)),
    g("text", { x: 11 + (columns(name(role)) + 2) * GLYPH, y: 18.5 }, text.slice(name(role).length + 2)));
  const rows = shownReaders.map((reader, i) => {
    const version = shownVersions[i];
    return [
      version && box(version, 0, left, i, versionText(version), false),
      box(reader, left + gap, boxes, i, readerText(reader), !version),
      version ? g("path", { class: "pair", d: `M${round(left)} ${y(i) + BOX / 2}H${round(left + gap)}` })
        : g("text", { class: "lacking", x: round(left + gap - 10), y: y(i) + 18.5, "text-anchor": "end" }, "no version left")];
  });
  const folded = from + Math.max(0, readers.length - from - MOST_PAIRS);
  const height = y(shownReaders.length) + (folded > 0 ? 16 : 0);
  const label = `${count(readers.length, "transaction")} read and overwrote the value, and there ${versions.length === 1 ? "is" : "are"} ${count(versions.length, "version")} of it`;
  return picture("shortage", [{ x: 0, y: 0, right: left + gap + right, bottom: height - 8 }], label, [
    g("text", { class: "more", x: 2, y: 14 }, count(versions.length, "version")),
    g("text", { class: "more", x: left + gap + 2, y: 14 }, heading),
    rows,
    folded > 0 && g("text", { class: "more", x: 2, y: height - 8 }, count(folded, "more pair") + " left out")]);
}
