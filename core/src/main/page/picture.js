// What all pictures are made of: cards and chips of transactions, arrows with their labels, a legend. All sizes come
// from character counts, so that a picture is the same on every machine.

import { SVG, clipped, columns, count, g, h, shown } from "./dom.js";
import { INITIAL, RELATIONS } from "./model.js";

export const GLYPH = 7.3; // the width of a character of 12 px
export const SMALL = 6.7; // and of 11 px
const ROW = 21;
const HEAD = 29;
const MOST_ROWS = 9;
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8]; // of labels on their curves

/** What a recorder did not understand has no number, so that no edge and no role is about it. */
export const isUnknown = (operation) => operation.type.startsWith("unknown-");

export function operationTitle(operation) {
  return shown(operation.text) + (isUnknown(operation) ? `: a ${operation.type.slice(8)} that the recorder did not understand` : "");
}

/** The operations of a transaction that a picture shows, and how many it leaves out. */
function shownOperations(transaction, most) {
  const all = transaction.operations;
  let kept = all;
  if (all.length > most) {
    const important = all.filter((operation) => operation.matters || isUnknown(operation));
    kept = important.length > 0 ? important.slice(0, most) : all.slice(0, most);
  }
  return { kept, left: all.length - kept.length + transaction.operationsLeftOut };
}

function sessionText(transaction) {
  const session = transaction.session === null || transaction.session === undefined ? "" : clipped(transaction.session, 14);
  return transaction.outcome === "aborted" ? session + ", aborted" : session;
}

export function operationText(operation, most) {
  const text = clipped(operation.text, most);
  const kind = /^(?:u?[rw]|[ad])(?=\()/u.exec(text);
  return kind ? [g("tspan", { class: "verb " + operation.type }, kind[0]), text.slice(kind[0].length)] : [text];
}

/** A card: name and session in a head, an operation a row. Its ports are the rows. */
export class Card {
  constructor(transaction, model, folded) {
    this.transaction = transaction;
    this.model = model;
    this.isEvidence = folded;
    const { kept, left } = shownOperations(transaction, MOST_ROWS);
    this.rows = kept;
    this.left = left;
    const name = clipped(transaction.label, 24);
    const session = sessionText(transaction);
    const head = columns(name) * GLYPH + (session ? columns(session) * SMALL + 26 : 0) + 28;
    const widest = Math.max(0, ...kept.map((operation) => columns(clipped(operation.text, 30))));
    this.width = Math.max(104, head, widest * GLYPH + 30);
    this.height = HEAD + Math.max(kept.length + (left > 0 ? 1 : 0), transaction.id === INITIAL ? 0 : 1) * ROW + (transaction.id === INITIAL ? 0 : 8);
    this.x = 0;
    this.y = 0;
  }

  get right() { return this.x + this.width; }
  get bottom() { return this.y + this.height; }
  get middle() { return this.x + this.width / 2; }

  /** The height at which an edge meets the card: that of its operation, else of the head. */
  port(place) {
    const row = this.rows.findIndex((each) => (place.operation && each.operation === place.operation) || (place.predicate && each.predicate === place.predicate));
    return row < 0 ? this.y + HEAD / 2 : this.y + HEAD + 4 + row * ROW + ROW / 2;
  }

  draw() {
    const { transaction, model } = this;
    const place = { transaction: transaction.id };
    const card = g("g", { class: "card" + (this.isEvidence ? " evidence" : "") + (transaction.outcome === "aborted" ? " aborted" : ""), "data-steps": model.stepsOfPlace(place), "data-transaction": transaction.id, transform: at(this.x, this.y) },
      g("title", {}, cardTitle(transaction)),
      g("rect", { class: "box", width: this.width, height: this.height, rx: 7 }),
      transaction.id !== INITIAL && g("path", { class: "head", d: `M0.5 ${HEAD}V7.5a7 7 0 0 1 7 -7H${this.width - 7.5}a7 7 0 0 1 7 7V${HEAD}z` }),
      g("text", { class: "name", x: 13, y: 19 }, clipped(transaction.label, 24)),
      g("text", { class: "session", x: this.width - 12, y: 19, "text-anchor": "end" }, sessionText(transaction)));
    this.rows.forEach((operation, i) => {
      const mine = { transaction: transaction.id, operation: operation.operation, predicate: operation.predicate };
      const known = !isUnknown(operation);
      card.append(g("g", { class: "operation" + (known ? roleClass(model.roleOf(mine)) : " unknown"), "data-steps": known ? model.stepsOfPlace(mine) : null, "data-operation": operation.operation || (operation.predicate ? "p" + operation.predicate : null) },
        g("title", {}, operationTitle(operation)),
        g("rect", { x: 5, y: HEAD + 4 + i * ROW + 1, width: this.width - 10, height: ROW - 2, rx: 4 }),
        g("text", { x: 13, y: HEAD + 4 + i * ROW + 15 }, operationText(operation, 30))));
    });
    if (this.left > 0) {
      card.append(g("text", { class: "more", x: 13, y: HEAD + 4 + this.rows.length * ROW + 15 }, "+ " + count(this.left, "more operation")));
    } else if (this.rows.length === 0 && transaction.id !== INITIAL) {
      card.append(g("text", { class: "more", x: 13, y: HEAD + 4 + 15 }, "no operations"));
    }
    return card;
  }
}

/** In a cycle that is too long to draw: a card for all that is left out. */
export class Fold {
  constructor(number) {
    this.number = number;
    this.width = columns("… " + number + " more steps") * GLYPH + 26;
    this.height = HEAD;
    this.x = 0;
    this.y = 0;
  }
  get right() { return this.x + this.width; }
  get bottom() { return this.y + this.height; }
  get middle() { return this.x + this.width / 2; }
  port() { return this.y + HEAD / 2; }
  draw() {
    return g("g", { class: "card fold", transform: at(this.x, this.y) },
      g("rect", { class: "box", width: this.width, height: this.height, rx: 7 }),
      g("text", { class: "more", x: 13, y: 19 }, "… " + this.number + " more steps"));
  }
}

export function at(x, y) {
  return `translate(${round(x)} ${round(y)})`;
}

export function round(number) {
  return Math.round(number * 10) / 10;
}

export function roleClass(roles) {
  return roles.length === 0 ? "" : " role " + roles.map((role) => "role-" + role).join(" ");
}

/** What a pointer that rests on a transaction is shown. */
export function cardTitle(transaction) {
  const lines = [transaction.label];
  if (transaction.session !== null && transaction.session !== undefined) {
    lines.push("session " + transaction.session + (transaction.position ? ", transaction " + transaction.position : ""));
  }
  if (transaction.outcome !== "committed") {
    lines.push(transaction.outcome);
  }
  if (transaction.begin || transaction.end) {
    lines.push("clients' clock: " + (transaction.begin ?? "?") + " to " + (transaction.end ?? "?"));
  }
  if (transaction.start || transaction.commit) {
    lines.push("timestamps: " + (transaction.start ?? "?") + " to " + (transaction.commit ?? "?"));
  }
  return lines.map(shown).join("\n");
}

/** What stands on an arrow. */
export function edgeLabel(edge, most) {
  return clipped(edge.relation + (edge.label ? " " + edge.label : ""), most || 34);
}

export function pillWidth(edge, number) {
  return columns(edgeLabel(edge)) * SMALL + 16 + (number ? 18 : 0);
}

/** A point of a cubic curve [x0, y0, x1, y1, x2, y2, x3, y3]. */
export function pointOf(curve, t) {
  const u = 1 - t;
  const mix = (i) => u * u * u * curve[i] + 3 * u * u * t * curve[i + 2] + 3 * u * t * t * curve[i + 4] + t * t * t * curve[i + 6];
  return { x: mix(0), y: mix(1) };
}

/** Arrows of one picture: keeps their labels apart from one another and from cards. */
export class Arrows {
  constructor(model, obstacles) {
    this.model = model;
    this.taken = obstacles.slice();
    this.lines = g("g", { class: "lines" });
    this.pills = g("g", { class: "pills" });
  }

  /** Draws a curve for an edge. */
  add(edge, curve, thin) {
    const { model } = this;
    const number = thin ? null : model.numberOf(edge);
    const closing = edge === model.closing;
    const steps = model.stepsOfEdge(edge);
    const d = `M${round(curve[0])} ${round(curve[1])}C${curve.slice(2).map(round).join(" ")}`;
    const name = relationClass(edge);
    const attributes = { class: "edge " + name + (closing ? " closing" : "") + (thin ? " thin" : ""), "data-steps": steps, "data-edge": edge.id, "data-relation": edge.relation };
    this.lines.append(g("g", attributes,
      g("title", {}, shown(edge.from + " → " + edge.to + ": " + edge.relation + " " + edge.label)),
      closing && g("path", { class: "glow", d }),
      g("path", { class: "line", d }),
      arrowHead(curve)));
    const width = pillWidth(edge, number);
    const place = this.#room(curve, width);
    this.pills.append(g("g", { ...attributes, class: "pill " + attributes.class, transform: at(place.x - width / 2, place.y - 9) },
      g("rect", { width: round(width), height: 18, rx: 9 }),
      number && g("circle", { cx: 10, cy: 9, r: 7 }),
      number && g("text", { class: "number", x: 10, y: 12.5, "text-anchor": "middle" }, number),
      g("text", { x: number ? 21 : 8, y: 13 }, edgeLabel(edge))));
  }

  /** Where on the curve a label covers nothing else, or least: best in its middle, else beside that, else off its centre. */
  #room(curve, width) {
    let best = null;
    for (let i = 0; i < 3 * PLACES.length && (!best || best.covered > 0); i++) {
      const point = pointOf(curve, PLACES[i % PLACES.length]);
      point.x += width * [0, -0.35, 0.35][Math.floor(i / PLACES.length)];
      const box = { x: point.x - width / 2 - 2, y: point.y - 11, right: point.x + width / 2 + 2, bottom: point.y + 11 };
      const covered = this.taken.reduce((sum, other) => sum + overlap(box, other), 0);
      if (!best || covered < best.covered - 1) {
        best = { covered, point, box };
      }
    }
    this.taken.push(best.box);
    return best.point;
  }

  /** The extent of all labels. */
  get boxes() {
    return this.taken;
  }
}

export function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.x, b.x);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

export function relationClass(edge) {
  return edge.relation.replace("predicate-", "predicate ");
}

/** A triangle at the end of a curve, along its last bit. */
export function arrowHead(curve) {
  const [x2, y2, x3, y3] = curve.slice(4);
  const before = Math.hypot(x3 - x2, y3 - y2) < 1 ? pointOf(curve, 0.95) : { x: x2, y: y2 };
  const angle = Math.atan2(y3 - before.y, x3 - before.x) * 180 / Math.PI;
  return g("path", { class: "tip", d: "M0 0L-10 -4.5V4.5z", transform: `translate(${round(x3)} ${round(y3)}) rotate(${round(angle)})` });
}

/** A picture with the extent of its boxes; a text says for screen readers what it shows. */
export function picture(kind, boxes, label, children, least) {
  const left = Math.min(...boxes.map((box) => box.x)) - 8;
  const top = Math.min(...boxes.map((box) => box.y)) - 8;
  const width = Math.max(...boxes.map((box) => box.right)) + 8 - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) + 8 - top;
  const full = Math.max(width, least || 0);
  const svg = g("svg", { class: "picture " + kind, role: "img", "aria-label": shown(label), viewBox: [left - (full - width) / 2, top, full, height].map(round).join(" "), width: round(full), height: round(height), xmlns: SVG }, children);
  return svg;
}

/** The legend of the relations that a picture has. */
export function legend(model, thick) {
  const relations = [...new Set([...model.edges.values()].map((edge) => edge.relation))];
  if (relations.length === 0) {
    return null;
  }
  const sample = (kind) => g("svg", { class: "picture sample", width: 38, height: 12, viewBox: "0 0 38 12", "aria-hidden": "true" },
    g("g", { class: "edge " + kind }, g("path", { class: kind === "closing" ? "glow" : "line", d: "M2 6H36" })));
  return h("div", { class: "legend" },
    relations.map((relation) => h("span", {}, sample(relation.replace("predicate-", "predicate ")), h("code", { class: "relation " + relation.replace("predicate-", "predicate ") }, relation), " " + RELATIONS[relation])),
    model.closing && thick && h("span", {}, sample("closing"), "closes the cycle"));
}
