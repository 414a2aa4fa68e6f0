// Try an order: the transactions of a cycle in a row, to be moved by dragging or with the arrow keys. Arrows that agree
// with the order run above it, those against it below: on a cycle some arrow always does.

import { clipped, columns, count, g, h } from "./dom.js";
import { GLYPH, SMALL, arrowHead, at, overlap, picture, pointOf, relationClass, round } from "./picture.js";

const MOST_TO_ORDER = 8;

export class OrderPicture {
  constructor(model) {
    this.model = model;
    this.order = model.ring.map((edge) => edge.source.transaction);
    this.tried = new Set();
    this.total = this.order.reduce((product, _, i) => product * (i + 1), 1);
    this.selected = this.order[0];
    this.svg = h("div", { class: "scroller" });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.element = h("div", {}, this.svg, this.verdict);
    this.#draw();
  }

  static fits(model) {
    const ids = model.ring.map((edge) => edge.source.transaction);
    return ids.length >= 2 && ids.length <= MOST_TO_ORDER && new Set(ids).size === ids.length;
  }

  /** Moves the selected transaction by one place. */
  move(by) {
    const from = this.order.indexOf(this.selected);
    this.#place(from, from + by);
  }

  #place(from, to) {
    if (to < 0 || to >= this.order.length || from === to) {
      return;
    }
    const [moved] = this.order.splice(from, 1);
    this.order.splice(to, 0, moved);
    this.selected = moved;
    this.#draw();
    const card = this.svg.querySelector(`[data-transaction="${moved}"]`);
    if (card) {
      card.focus();
    }
  }

  #draw() {
    const { model, order } = this;
    this.tried.add(order.join(" "));
    const width = Math.max(64, ...order.map((id) => columns(clipped(model.transaction(id).label, 12)) * GLYPH + 26));
    const step = width + 26;
    const x = (id) => order.indexOf(id) * step + 10;
    const reach = (edge) => Math.abs(order.indexOf(edge.source.transaction) - order.indexOf(edge.target.transaction));
    const farthest = Math.max(...model.ring.map(reach));
    const lift = (edge) => 26 + reach(edge) * 16;
    const y = 26 + farthest * 16 + 16;
    const parts = [];
    const taken = [];
    let against = 0;
    for (const edge of model.ring) {
      const forward = order.indexOf(edge.source.transaction) < order.indexOf(edge.target.transaction);
      against += forward ? 0 : 1;
      const x1 = x(edge.source.transaction) + width * (forward ? 0.62 : 0.38);
      const x2 = x(edge.target.transaction) + width * (forward ? 0.38 : 0.62);
      const edgeY = forward ? y : y + 30;
      const high = (forward ? -1 : 1) * lift(edge);
      const curve = [x1, edgeY, x1, edgeY + high, x2, edgeY + high, x2, edgeY];
      const label = clipped(edge.relation + " " + edge.label.split(/[ :]/u)[0], 14);
      const point = pointOf(curve, 0.5);
      const half = columns(label) * SMALL / 2;
      let lower = point.y + (forward ? -5 : 13);
      const box = () => ({ x: point.x - half, y: lower - 9, right: point.x + half, bottom: lower + 3 });
      while (taken.some((other) => overlap(other, box()) > 0)) {
        lower += forward ? -12 : 12;
      }
      taken.push(box());
      parts.push(g("g", { class: "edge " + (forward ? "with" : "against"), "data-steps": model.stepsOfEdge(edge), "data-edge": edge.id },
        g("path", { class: "line", d: `M${round(curve[0])} ${round(curve[1])}C${curve.slice(2).map(round).join(" ")}` }),
        arrowHead(curve),
        g("text", { class: "label " + relationClass(edge), x: round(point.x), y: round(lower), "text-anchor": "middle" }, label)));
    }
    order.forEach((id, place) => {
      const name = clipped(model.transaction(id).label, 12);
      parts.push(g("g", {
        class: "card movable" + (id === this.selected ? " selected" : ""), role: "button", tabindex: 0, "data-transaction": id, "data-steps": model.stepsOfPlace({ transaction: id }),
        "aria-label": `${name}, place ${place + 1} of ${order.length}; left and right move it`, transform: at(x(id), y),
        focus: () => { this.selected = id; },
        pointerdown: (event) => this.#drag(event, id, step),
      }, g("rect", { class: "box", width, height: 30, rx: 6 }), g("text", { class: "name", x: width / 2, y: 19.5, "text-anchor": "middle" }, name)));
    });
    const extents = [{ x: 0, y: y - 10, right: order.length * step, bottom: y + 40 }, ...taken];
    const svg = picture("order", extents, "", parts);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The order of transactions");
    this.svg.replaceChildren(svg);
    this.verdict.replaceChildren(h("strong", {}, count(against, "arrow") + " against the order"), " ",
      `${this.tried.size.toLocaleString("en")} of ${this.total.toLocaleString("en")} orders tried, none without such an arrow`);
  }

  /** Moves the card with the pointer; where it is let go it stays. */
  #drag(event, id, step) {
    const svg = this.svg.querySelector("svg");
    const card = event.currentTarget;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const begin = event.clientX;
    const from = this.order.indexOf(id);
    const base = from * step + 10;
    const y = /([-\d.]+)\)$/u.exec(card.getAttribute("transform"))[1];
    this.selected = id;
    card.focus();
    event.preventDefault();
    const moved = (e) => card.setAttribute("transform", at(base + (e.clientX - begin) * scale, Number(y)));
    const done = (e) => {
      document.removeEventListener("pointermove", moved);
      document.removeEventListener("pointerup", done);
      document.removeEventListener("pointercancel", done);
      const to = Math.round(from + ((e.clientX - begin) * scale) / step);
      const target = Math.max(0, Math.min(this.order.length - 1, to));
      if (target === from) {
        card.setAttribute("transform", at(base, Number(y)));
      } else {
        this.#place(from, target);
      }
    };
    document.addEventListener("pointermove", moved);
    document.addEventListener("pointerup", done);
    document.addEventListener("pointercancel", done);
  }
}
