// The neighbourhood: a transaction with what it read from and what read from it; a key with its versions in order.

import { MOST_CARDS, extent } from "./cycle.js";
import { clipped, columns, count, g, h, shown } from "./dom.js";
import { INITIAL } from "./model.js";
import { Card, GLYPH, arrowHead, at, picture, round } from "./picture.js";
import { writerText } from "./readers.js";
import { button, panel } from "./widgets.js";

export function aroundPanel(model) {
  const { anomaly } = model;
  if (!anomaly.context) {
    return null;
  }
  const stage = h("div", { class: "scroller" });
  const note = h("p", { class: "hint" });
  const show = (button, drawing, words) => {
    choices.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
    stage.replaceChildren(drawing);
    note.textContent = words;
  };
  const transactions = anomaly.cast.filter((each) => each.id !== INITIAL).slice(0, MOST_CARDS);
  const buttons = [
    ...transactions.map((each) => h("button", { type: "button", "aria-pressed": "false", "data-around": each.id, click: (event) => show(event.currentTarget, transactionPicture(model, each), "On the left what it read from, on the right what read from it.") }, shown(each.label))),
    ...anomaly.context.chains.map((chain) => h("button", { type: "button", "aria-pressed": "false", click: (event) => show(event.currentTarget, chainPicture(model, chain), chainWords(chain)) }, "key " + clipped(chain.label, 20)))];
  const choices = h("div", { class: "choices", role: "group", "aria-label": "A transaction or a key" }, buttons);
  if (buttons.length === 0) {
    return null;
  }
  buttons[0].click();
  const more = anomaly.context.transactionsLeftOut;
  return panel("Neighbourhood", "a transaction with what it read from and what read from it, or a key's versions", "around",
    choices, stage, note, more > 0 && h("p", { class: "hint" }, count(more, "more transaction") + " around this anomaly left out"));
}

function chainWords(chain) {
  const words = { known: "Versions in their order.", partial: "Only a part of the order is known: arrows say what.", circular: "What is shown of the order contradicts itself." }[chain.order];
  return words + (chain.versionsLeftOut ? " " + count(chain.versionsLeftOut, "more version") + " left out." : "");
}

/** Three columns: read from, the transaction, read by. */
function transactionPicture(model, transaction) {
  const all = [...model.transactions.values()];
  const sources = new Map();
  transaction.operations.forEach((operation) => {
    if (operation.saw && operation.saw.transaction !== transaction.id) {
      sources.set(operation.saw.transaction, [...(sources.get(operation.saw.transaction) || []), { from: operation.saw, to: { transaction: transaction.id, operation: operation.operation, predicate: operation.predicate } }]);
    }
  });
  const readers = new Map();
  all.filter((other) => other.id !== transaction.id).forEach((other) => other.operations.forEach((operation) => {
    if (operation.saw && operation.saw.transaction === transaction.id) {
      readers.set(other.id, [...(readers.get(other.id) || []), { from: operation.saw, to: { transaction: other.id, operation: operation.operation, predicate: operation.predicate } }]);
    }
  }));
  const empty = { stepsOfPlace: () => "", roleOf: () => [] };
  const column = (ids) => ids.slice(0, 6).map((id) => new Card(model.transaction(id), empty, true));
  const left = column([...sources.keys()]);
  const right = column([...readers.keys()]);
  const centre = new Card(transaction, empty, false);
  const heightOf = (cards) => cards.reduce((sum, card) => sum + card.height + 20, -20);
  const tallest = Math.max(centre.height, heightOf(left), heightOf(right));
  const leftWidth = Math.max(0, ...left.map((card) => card.width));
  const place = (cards, x, alignRight, widest) => {
    let y = (tallest - heightOf(cards)) / 2;
    cards.forEach((card) => { card.x = alignRight ? x + widest - card.width : x; card.y = y; y += card.height + 20; });
  };
  place(left, 0, true, leftWidth);
  place([centre], left.length > 0 ? leftWidth + 90 : 0, false, 0);
  place(right, centre.right + 90, false, 0);
  const cards = new Map([...left, centre, ...right].map((card) => [card.transaction.id, card]));
  const lines = [...sources.values(), ...readers.values()].flat().filter((link) => cards.has(link.from.transaction) && cards.has(link.to.transaction)).map((link) => {
    const from = cards.get(link.from.transaction);
    const to = cards.get(link.to.transaction);
    const y1 = from.port(link.from);
    const y2 = to.port(link.to);
    const curve = [from.right, y1, from.right + 40, y1, to.x - 40, y2, to.x, y2];
    return g("g", { class: "edge wr thin" }, g("path", { class: "line", d: `M${round(curve[0])} ${round(y1)}C${curve.slice(2).map(round).join(" ")}` }), arrowHead(curve));
  });
  const drawn = [...cards.values()];
  return picture("around", drawn.map((card) => ({ x: card.x, y: card.y, right: card.right, bottom: card.bottom })),
    transaction.label + " read from " + (left.map((card) => card.transaction.label).join(", ") || "nothing shown") + "; read by " + (right.map((card) => card.transaction.label).join(", ") || "nothing shown"), [lines, drawn.map((card) => card.draw())]);
}

/** Versions from left to right, each with its readers below. */
function chainPicture(model, chain) {
  const most = 12;
  const versions = chain.versions.slice(0, most);
  const width = Math.max(92, ...versions.map((version) => Math.max(columns(clipped(version.text, 22)) * GLYPH, columns(clipped(writerText(model, version), 22)) * 6) + 24));
  const x = (i) => i * (width + 40);
  let bottom = 40;
  const parts = versions.map((version, i) => {
    const readers = version.readers.slice(0, 5).map((reader) => model.transaction(reader.transaction).label);
    const more = version.readers.length - readers.length + version.readersLeftOut;
    const lines = readers.map((label) => "read by " + clipped(label, 14));
    if (more > 0) {
      lines.push("and " + count(more, "more read"));
    }
    bottom = Math.max(bottom, 44 + lines.length * 15);
    return g("g", { class: "version" + (version.matters ? " matters" : ""), transform: at(x(i), 0) },
      g("title", {}, shown(version.text)),
      g("rect", { width, height: 38, rx: 6 }),
      g("text", { class: "what", x: width / 2, y: 17, "text-anchor": "middle" }, clipped(version.text, 22)),
      g("text", { class: "who", x: width / 2, y: 30, "text-anchor": "middle" }, clipped(writerText(model, version), 22)),
      lines.map((line, j) => g("text", { class: "who", x: width / 2, y: 54 + j * 15, "text-anchor": "middle" }, line)));
  });
  const arrows = chain.before.filter(([a, b]) => a < most && b < most).map(([a, b]) => {
    const high = b === a + 1 ? 0 : -18 - 6 * Math.abs(b - a);
    const curve = high === 0 ? [x(a) + width, 19, x(a) + width + 14, 19, x(b) - 14, 19, x(b), 19] : [x(a) + width / 2, 0, x(a) + width / 2, high, x(b) + width / 2, high, x(b) + width / 2, 0];
    return { curve, drawn: g("g", { class: "edge next" }, g("path", { class: "line", d: `M${curve[0]} ${curve[1]}C${curve.slice(2).join(" ")}` }), arrowHead(curve)) };
  });
  return picture("around", [{ x: 0, y: 0, right: x(versions.length - 1) + width, bottom }, ...arrows.map((each) => extent(each.curve))],
    "Versions of " + chain.label + ": " + versions.map((version) => version.text).join(", "), [arrows.map((each) => each.drawn), parts]);
}

/** A version of which there is nothing but its mention in a version order. */
export function strayVersion(anomaly) {
  const text = clipped(anomaly.actual, 24);
  const note = "no transaction wrote it";
  const width = Math.max(columns(text), columns(note)) * GLYPH + 26;
  return picture("stray", [{ x: 0, y: 0, right: width, bottom: 38 }], "A version order lists " + text, [
    g("g", { class: "version missing" }, g("rect", { width, height: 38, rx: 6 }),
      g("text", { class: "what", x: width / 2, y: 17, "text-anchor": "middle" }, text), g("text", { class: "who", x: width / 2, y: 30, "text-anchor": "middle" }, note))]);
}
