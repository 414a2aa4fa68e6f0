// A schedule as it ran: a lane a session, a column an event. A step that had to wait is a hatched bar until it returned.

import { clipped, columns, g, shown } from "./dom.js";
import { GLYPH, SMALL, at, picture, round } from "./picture.js";

export function lanesPicture(cell) {
  const lanes = [...new Set(cell.events.map((event) => event.session))];
  const width = (event) => Math.max(70, columns(clipped(event.action, 30)) * GLYPH + 20, columns(clipped(resultText(event), 30)) * SMALL + 20);
  const boxes = [];
  const waiting = new Map();
  let x = Math.max(...lanes.map((lane) => columns(clipped(lane, 14)))) * GLYPH + 26;
  for (const event of cell.events) {
    const y = lanes.indexOf(event.session) * 66 + 8;
    if (event.event === "returned-late" && waiting.has(event.session)) {
      const box = waiting.get(event.session);
      waiting.delete(event.session);
      box.returned = { event, x };
      box.right = x + Math.max(64, columns(clipped(resultText(event), 30)) * SMALL + 20);
      x = box.right + 12;
      continue;
    }
    const box = { event, x, y, bottom: y + 44, right: x + width(event), returned: null };
    boxes.push(box);
    if (event.event === "blocked") {
      waiting.set(event.session, box);
    }
    x = box.right + 12;
  }
  waiting.forEach((box) => { box.right = x; });
  const rails = lanes.map((lane, i) => [g("line", { x1: 0, x2: x, y1: i * 66 + 30, y2: i * 66 + 30 }), g("text", { x: 2, y: i * 66 + 24 }, clipped(lane, 14))]);
  const drawn = boxes.map((box) => {
    const failed = Object.hasOwn(cell.failures, box.event.transaction) && (box.event.ended || Boolean(box.returned && box.returned.event.ended));
    const blocked = box.event.event === "blocked";
    const kind = "happening " + box.event.event + (failed ? " failed" : "");
    return g("g", { class: kind, transform: at(box.x, box.y), "data-event": box.event.event },
      g("title", {}, shown(box.event.transaction + " " + box.event.action + "\n" + resultText(box.event))),
      g("rect", { width: round(box.right - box.x), height: 44, rx: 6 }),
      blocked && g("path", { class: "hatch", d: hatch(box.right - box.x, box.returned ? box.returned.x - box.x : box.right - box.x) }),
      g("text", { class: "action", x: 10, y: 18 }, clipped(box.event.action, 30)),
      g("text", { class: "result", x: 10, y: 34 }, blocked ? "waits" : clipped(resultText(box.event), 30)),
      box.returned && g("text", { class: "result", x: round(box.returned.x - box.x + 6), y: 34 }, clipped(resultText(box.returned.event), 30)));
  });
  const names = boxes.filter((box, i) => boxes.findIndex((other) => other.event.transaction === box.event.transaction) === i)
    .map((box) => g("text", { class: "name", x: round(box.x + 2), y: box.y - 3 }, clipped(box.event.transaction, 20)));
  return picture("lanes", [{ x: 0, y: -10, right: x, bottom: lanes.length * 66 }], "The schedule: " + cell.steps.join("; "), [g("g", { class: "rails" }, rails), drawn, names]);
}

function hatch(_, end) {
  const lines = [];
  for (let x = 4; x < end - 4; x += 7) {
    lines.push(`M${round(x)} 41l5 -4`);
  }
  return lines.join("");
}

function resultText(event) {
  return event.event === "skipped" ? "skipped" : event.result;
}
