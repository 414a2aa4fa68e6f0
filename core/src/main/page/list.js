// The anomalies of a file: a row a shape, with all that look alike behind it, filtered, a hundred at a time.

import { count, h, shown } from "./dom.js";
import { button, copyable, panel } from "./widgets.js";

const PAGE = 100;

export class AnomalyList {
  constructor(file, fileNumber, state) {
    this.file = file;
    this.fileNumber = fileNumber;
    this.state = state;
    this.rows = h("tbody", {});
    this.pager = h("div", { class: "pager" });
    this.found = h("p", { class: "hint", role: "status" });
    this.element = this.#element();
    this.#filter();
  }

  #element() {
    const { file, state } = this;
    const kinds = [...new Set(file.anomalies.map((row) => row.kind))];
    const sessions = new Set(file.anomalies.flatMap((row) => row.sessions));
    const changed = (name) => (event) => { state[name] = event.currentTarget.value; state.page = 0; this.#filter(); };
    const select = (name, label, options) => h("label", {}, label, h("select", { name, change: changed(name) },
      h("option", { value: "" }, "all"), options.map((each) => h("option", { value: each.value, selected: state[name] === each.value }, each.text))));
    const input = (name, label, hint) => h("label", {}, label, h("input", { type: "search", name, value: state[name] || "", placeholder: hint, autocomplete: "off", spellcheck: "false", input: changed(name) }));
    const levels = file.levels.map((level, i) => ({ value: String(i), text: shown(level.question || level.level) })).filter((_, i) => file.anomalies.some((row) => row.levels.includes(i)));
    return panel("Anomalies", embedded(file), "list",
      h("form", { class: "filters", role: "search", submit: (event) => event.preventDefault() },
        kinds.length > 1 && select("kind", "Kind", kinds.map((kind) => ({ value: kind, text: kind }))),
        levels.length > 1 && select("level", "Level", levels),
        input("key", "Key", "any"), sessions.size > 1 && input("session", "Session", "any"), input("text", "Text", "words, names, values")),
      this.found,
      h("div", { class: "scroller" }, h("table", { class: "anomalies" },
        h("thead", {}, h("tr", {}, ["Kind", "What happened", "Alike", "Forbidden from"].map((each) => h("th", { scope: "col" }, each)))), this.rows)),
      this.pager,
      leftOut(file));
  }

  #filter() {
    const { state, file } = this;
    const text = (state.text || "").toLowerCase();
    const words = text.split(/\s+/u).filter((word) => word);
    this.matching = [];
    file.anomalies.forEach((row, index) => {
      const fits = (!state.kind || row.kind === state.kind)
        && (!state.level || row.levels.includes(Number(state.level)))
        && (!state.key || row.keys.some((key) => String(key).includes(state.key)))
        && (!state.session || row.sessions.some((session) => session.includes(state.session)))
        && words.every((word) => (row.search ||= (row.kind + " " + (row.tap || "") + " " + row.summary + " " + row.keys.join(" ") + " " + row.sessions.join(" ")).toLowerCase()).includes(word));
      if (fits) {
        this.matching.push(index);
      }
    });
    this.#page();
  }

  #page() {
    const { state, file, matching } = this;
    const shapes = byShape(file.anomalies, matching);
    const pages = Math.max(1, Math.ceil(shapes.length / PAGE));
    state.page = Math.min(state.page || 0, pages - 1);
    this.rows.replaceChildren(...shapes.slice(state.page * PAGE, (state.page + 1) * PAGE).flatMap((alike) => this.#shape(alike)));
    this.found.textContent = matching.length === file.anomalies.length ? "" : `${matching.length.toLocaleString("en")} of ${count(file.anomalies.length, "anomaly").replace("anomalys", "anomalies")} match`;
    const go = (page) => button(String(page + 1), () => { state.page = page; this.#page(); this.element.scrollIntoView({ block: "start" }); }, { "aria-current": page === state.page ? "page" : null, "aria-label": "Page " + (page + 1) });
    this.pager.replaceChildren(...(pages > 1 ? Array.from({ length: pages }, (_, i) => go(i)) : []));
    lastList = { fileNumber: this.fileNumber, matching: shapes.flat() };
  }

  /** The rows of anomalies that look alike: the first one, and the others as far as they are wanted. */
  #shape(alike) {
    const { file } = this;
    const open = (this.state.open ||= new Map());
    const shape = file.anomalies[alike[0]].shape;
    const wanted = Math.min(open.get(shape) || 1, alike.length);
    const show = (number) => { open.set(shape, number); this.#page(); this.rows.querySelector(`[data-shape="${shape}"] button`)?.focus(); };
    const more = alike.length > 1 && button(wanted > 1 ? "Fewer" : `${alike.length.toLocaleString("en")} of this shape`, () => show(wanted > 1 ? 1 : PAGE), { "aria-expanded": String(wanted > 1) });
    const rows = alike.slice(0, wanted).map((index, i) => this.#row(index, i === 0 ? more : null));
    rows[0].dataset.shape = shape;
    if (wanted > 1 && wanted < alike.length) {
      rows.push(h("tr", {}, h("td", { colspan: 4 }, button(`${Math.min(PAGE, alike.length - wanted)} more of ${alike.length.toLocaleString("en")}`, () => show(wanted + PAGE)))));
    }
    return rows;
  }

  #row(index, more) {
    const row = this.file.anomalies[index];
    return h("tr", { class: row.note ? "note" : "" },
      h("td", {}, h("code", { class: "badge" }, row.kind), row.tap && h("span", { class: "tap" }, " " + row.tap), row.note && h("span", { class: "tap" }, " note")),
      h("td", {}, h("a", { href: route(this.fileNumber, index) }, shown(row.summary))),
      h("td", {}, more),
      h("td", {}, row.forbidden ? shown(row.forbidden) : ""));
  }
}

/** The places of anomalies, those that look alike together, in the order of the first of each shape. */
export function byShape(anomalies, places) {
  const shapes = new Map();
  for (const place of places) {
    const { shape } = anomalies[place];
    if (!shapes.has(shape)) {
      shapes.set(shape, []);
    }
    shapes.get(shape).push(place);
  }
  return [...shapes.values()];
}

/** The address of a file, or of an anomaly of it. */
export function route(file, anomaly) {
  return "#f" + file + (anomaly === undefined ? "" : ".a" + anomaly);
}

/** The list that next and previous walk along. */
export let lastList = null;

/** 1,000 of 48,213 embedded. */
function embedded(file) {
  const here = file.anomalies.filter((row) => !row.note).length;
  const notes = file.anomalies.length - here;
  const total = file.counted;
  const words = total > here ? `${here.toLocaleString("en")} of ${total.toLocaleString("en")} embedded` : here === 1 ? "1 found" : `${here.toLocaleString("en")} found`;
  return words + (notes > 0 ? ", " + count(notes, "note") : "");
}

/** Says what is not here, and how to see it. */
function leftOut(file) {
  if (file.leftOut.length === 0) {
    return null;
  }
  return h("div", { class: "left-out" },
    h("p", {}, "Not in this page: " + file.leftOut.map((each) => each.count.toLocaleString("en") + " " + each.kind + (each.tap ? " (" + each.tap + ")" : "")).join(", ") + ". This shows them:"),
    file.moreCommand && copyable(file.moreCommand));
}
